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

test('a changed, new or removed row changes the day of its employee', () => {
  const before = board(1);
  const data = { rows: [aRow('bob', { sales: 1 }), aRow('cyd')], removed: [] };
  const after = withChange(before, { topic: 'billboard', from: 1, version: 2, data });
  expect(changedTags(before, after as HeldTopics)).toEqual(['day of bob', 'day of cyd']);
  const removed = [{ employeeId: 'ann', date: '2026-03-02' }];
  const gone = withChange(before, { topic: 'billboard', from: 1, version: 2, data: { rows: [], removed } });
  expect(changedTags(before, gone as HeldTopics)).toEqual(['day of ann']);
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
    new Set(['campaigns', 'company', 'employees', 'goals', 'job aids']),
  );
});

test('own figures change the tags of the own sales, and of earlier days if their commission changed', () => {
  expect(changedTags(own(1), own(2))).toEqual(['own sales']);
  expect(changedTags(own(1), own(1, { salesPerHour: 1.4 }))).toEqual(['figures of e1']);
  expect(changedTags(own(1), own(2, { todayCommission: 130.5, totalCommission: 1010 }))).toEqual([
    'own sales',
    'figures of e1',
  ]);
  expect(changedTags(own(1), own(2, { totalCommission: 1010 }))).toEqual([
    'own sales',
    'own earlier days',
    'figures of e1',
  ]);
});

test('sale news of an older process, which has no id, changes the tag of no one employee', () => {
  const { 'sale news': before } = news(1);
  const after = { ...before, version: 2, data: [{ saleId: 's' } as SaleNews] };
  expect(changedTags({ 'sale news': before } as HeldTopics, { 'sale news': after } as HeldTopics)).toEqual([
    'sales',
    'sales of somebody',
  ]);
});

test('sale news changes the tags of the sellers', () => {
  expect(changedTags(news(1, 'Ann'), news(2, 'Ann', 'Bob'))).toEqual(['sales', 'sales of Bob']);
  expect(changedTags(news(1, 'Ann'), news(2, 'Ann'))).toEqual([]);
});
