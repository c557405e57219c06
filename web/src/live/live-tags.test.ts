import { expect, test } from 'vitest';
import type { CatalogueList, SaleNews } from '#contracts/live/live-protocol.ts';
import { aRow, ownFigures } from '../testing/people.ts';
import { changedTags } from './live-tags.ts';
import { type HeldTopics, withChange, withSnapshot } from './live-topic.ts';

const rows = [aRow('ann'), aRow('bob')];
const board = (version: number, held: HeldTopics = {}) =>
  withSnapshot(held, {
    topic: 'billboard',
    version,
    data: { date: '2026-03-02', rows: structuredClone(rows) },
  });
const own = (version: number, changed: Parameters<typeof ownFigures>[0] = {}) =>
  withSnapshot({}, { topic: 'own figures', version, data: ownFigures(changed) });
const news = (version: number, ...names: string[]) =>
  withSnapshot(
    {},
    {
      topic: 'sale news',
      version,
      data: names.map((firstName) => ({ employeeId: firstName, saleId: firstName }) as SaleNews),
    },
  );

test('a first snapshot changes nothing', () => {
  expect(changedTags({}, { ...board(1), ...own(1), ...news(1, 'Ann') })).toEqual([]);
  const first = board(1);
  expect(changedTags(first, { ...first, ...own(1) })).toEqual([]);
});

test('a changed, new or removed row changes the days of its employee', () => {
  const before = board(1);
  const data = { rows: [aRow('bob', { sales: 1 }), aRow('cyd')], removed: [] };
  const after = withChange(before, { topic: 'billboard', from: 1, version: 2, data });
  expect(changedTags(before, after as HeldTopics)).toEqual(['days of bob', 'days of cyd']);
  const same = { rows: [aRow('ann')], removed: [] };
  const again = withChange(before, { topic: 'billboard', from: 1, version: 1, data: same });
  expect(changedTags(before, again as HeldTopics)).toEqual([]);
  const removed = [{ employeeId: 'ann', date: '2026-03-02' }];
  const gone = withChange(before, { topic: 'billboard', from: 1, version: 2, data: { rows: [], removed } });
  expect(changedTags(before, gone as HeldTopics)).toEqual(['days of ann']);
});

test('a whole new board changes the rows that differ', () => {
  const before = board(1);
  expect(changedTags(before, board(2, before))).toEqual([]);
});

test('a changed list changes what shows its names; after a gap any list may have changed', () => {
  const first = withSnapshot({}, { topic: 'catalogue', version: 1, data: {} });
  expect(changedTags({}, first)).toEqual([]);
  const changed = (held: HeldTopics, from: number, version: number, ...data: CatalogueList[]) =>
    withChange(held, { topic: 'catalogue', from, version, data }) as HeldTopics;
  const goals = changed(first, 1, 2, 'goals');
  expect(changedTags(first, goals)).toEqual(['campaigns', 'employees', 'goals']);
  // Two changes before the next frame.
  expect(changedTags(first, changed(goals, 2, 2, 'job aids'))).toEqual([
    'campaigns',
    'employees',
    'goals',
    'job aids',
  ]);
  expect(changedTags(goals, changed(goals, 2, 3, 'company', 'goals'))).toContain('goals');
  const renewed = withSnapshot(goals, { topic: 'catalogue', version: 9, data: {} });
  expect(new Set(changedTags(goals, renewed))).toEqual(
    new Set(['campaigns', 'company', 'employees', 'goals', 'imports', 'job aids', 'pay']),
  );
});

test('own figures change the own days, and the earlier ones unless it was today that changed', () => {
  const days = ['sessions', 'days of ', 'days of e1'];
  expect(changedTags(own(1), own(1, { salesPerHour: 1.4 }))).toEqual(days);
  expect(changedTags(own(1), own(2, { todayCommission: 130.5, totalCommission: 1010 }))).toEqual(days);
  expect(changedTags(own(1), own(2, { totalCommission: 1010 }))).toEqual([...days, 'own earlier days']);
  // A shift of an earlier day changes no figure.
  expect(changedTags(own(1), own(2))).toEqual([...days, 'own earlier days']);
});

test('own figures that came again as they were tell of a sign-in, or of a refresh that changed nothing', () => {
  const [before, again] = [own(1, { sessionChanges: 1 }), own(1, { sessionChanges: 2 })];
  expect(changedTags(before, again)).toEqual(['sessions']);
  expect(changedTags(before, own(1, { sessionChanges: 1 }))).toEqual([]);
  // A server of an older version does not say which.
  expect(changedTags(own(1), own(1))).toEqual(['sessions']);
});

test('changed days are of their employees, of any date; after a gap they may be of anyone', () => {
  const first = withSnapshot({}, { topic: 'days', version: 1, data: {} });
  expect(changedTags({}, first)).toEqual([]);
  const changed = (held: HeldTopics, from: number, version: number, ...data: string[]) =>
    withChange(held, { topic: 'days', from, version, data }) as HeldTopics;
  const one = changed(first, 1, 2, 'ann');
  expect(changedTags(first, one)).toEqual(['days of ann']);
  // Two changes before the next frame.
  expect(changedTags(one, changed(changed(one, 2, 3, 'ann'), 3, 4, 'bob'))).toEqual([
    'days of ann',
    'days of bob',
  ]);
  expect(changedTags(one, withSnapshot(one, { topic: 'days', version: 9, data: {} }))).toEqual(['days']);
});

test('a topic and a list of a newer server change nothing', () => {
  const unknown = (version: number, data: unknown) => ({ topic: 'weather', version, data }) as never;
  const before = withSnapshot(board(1), unknown(1, {}));
  const after = withChange(before, { ...(unknown(2, ['rain']) as object), from: 1 } as never);
  expect(after).toMatchObject(board(1));
  expect(changedTags(before, after as HeldTopics)).toEqual([]);
  const lists = withSnapshot({}, { topic: 'catalogue', version: 1, data: {} });
  const more = withChange(lists, { topic: 'catalogue', from: 1, version: 2, data: ['moods'] } as never);
  expect(changedTags(lists, more as HeldTopics)).toEqual([]);
});

test('sale news says that there are sales', () => {
  expect(changedTags(news(1, 'Ann'), news(2, 'Ann', 'Bob'))).toEqual(['sales']);
  expect(changedTags(news(1, 'Ann'), news(2, 'Ann'))).toEqual([]);
});
