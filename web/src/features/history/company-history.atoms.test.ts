import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contracts/endpoints/history.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { auditTailAtom } from '../../live/audit-tail.atoms.ts';
import type { AuditLine, TailListener } from '../../live/audit-tail.ts';
import { createFakeApi, refused, replied, type SentCall } from '../../testing/fake-api.ts';
import { aLine, anEdit, anEntry } from '../../testing/history.ts';
import { createCompanyHistory, exportsOf, LIVE_MAX } from './company-history.atoms.ts';
import { noFilters } from './filters.ts';
import { filterChoicesAtom, namesQuery, personChoicesAtom } from './names.atoms.ts';

const page = (lines: readonly AuditLine[], nextCursor?: string) =>
  replied({ requestedData: lines.map(anEntry), ...(nextCursor && { nextCursor }) });

function openedHistory(onEvents: (sent: SentCall) => ReturnType<typeof page>, end = 7) {
  const store = createStore();
  const api = createFakeApi({
    '/audit/events': onEvents,
    '/audit/moments': () => replied({ first: null, last: { position: end, at: '' } }),
    '/audit/names': () =>
      replied({
        requestedData: [
          { kind: 'person', id: 'e1', name: 'Priya Raman', deleted: false },
          { kind: 'person', id: 'e9', name: 'Bob Gone', deleted: true },
          { kind: 'campaign', id: 'solar', name: 'Solar Roofs', deleted: false },
          { kind: 'goal', id: 'g1', name: 'Summer', deleted: true },
        ],
      }),
  });
  store.set(apiAtom, api);
  const opened: { after: number; listener: TailListener; closed: boolean }[] = [];
  store.set(auditTailAtom, {
    open(after, listener) {
      const one = { after, listener, closed: false };
      opened.push(one);
      return () => Object.assign(one, { closed: true });
    },
  });
  const history = createCompanyHistory();
  const positions = (entries: readonly HistoryEntry[] | undefined) =>
    entries?.map(({ position }) => position);
  return {
    store,
    api,
    opened,
    history,
    live: () => positions(store.get(history.liveAtom)),
    fetched: () => positions(store.get(history.pages.replyAtom)?.requestedData),
    asked: () => api.sent.filter(({ path }) => path === '/audit/events'),
  };
}

describe('the history of the company', () => {
  test('is loaded by its filters after the end of the log is known, from which the feed continues', async () => {
    const { store, api, history, opened, fetched } = openedHistory(() => page([aLine(7)]));
    await store.set(history.first.loadAtom, { ...noFilters, person: 'e1', kind: 'sale' });
    expect(api.sent.map(({ path }) => path)).toEqual(['/audit/moments', '/audit/events']);
    expect(api.sent[1]).toMatchObject({ query: { person: 'e1', kind: 'sale', limit: '50' }, since: 7 });
    expect(fetched()).toEqual([7]);
    store.set(history.followAtom);
    expect(opened[0]?.after).toBe(7);
  });

  test('has live events on top, once, worded as in the list', async () => {
    const { store, history, opened, live } = openedHistory(() => page([aLine(8), aLine(7)]));
    await store.set(namesQuery.loadAtom, null);
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    opened[0]?.listener.lines([aLine(8), aLine(9), anEdit(10, { priceCents: 5 })]);
    expect(live()).toEqual([10, 9]);
    expect(store.get(history.liveAtom)[1]).toEqual(anEntry(aLine(9)));
    const before = store.get(history.liveAtom)[0];
    opened[0]?.listener.lines([aLine(11)]);
    expect(store.get(history.liveAtom)[1]).toBe(before);
  });

  test.each([
    ['another kind', { kind: 'goal' as const }, []],
    ['another person', { person: 'm2' }, []],
    ['who did it', { person: 'm1' }, [10]],
    ['the campaign it was moved away from', { campaign: 'solar' }, [10]],
    ['another campaign', { campaign: 'wind' }, [10]],
    ['days before', { to: '2026-02-20' }, []],
    ['days since', { from: '2026-02-20' }, [10]],
  ])('filtered by %s takes the matching live events', async (_what, filters, expected) => {
    const { store, history, opened, live } = openedHistory(() => page([]));
    await store.set(history.first.loadAtom, { ...noFilters, ...filters });
    store.set(history.followAtom);
    const { data } = anEdit(10, { campaignId: 'wind' });
    opened[0]?.listener.lines([aLine(10, { type: 'SaleEdited', data, actorId: 'm1' })]);
    expect(live()).toEqual(expected);
  });

  test('skips events that only a newer server knows', async () => {
    const { store, history, opened, live } = openedHistory(() => page([]));
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    opened[0]?.listener.lines([aLine(8, { type: 'SaleAdmired' }), aLine(9, { data: null }), aLine(10)]);
    expect(live()).toEqual([10]);
  });

  test('can be filtered by all people and campaigns, also by deleted ones', async () => {
    const { store } = openedHistory(() => page([]));
    expect(store.get(filterChoicesAtom)).toEqual({ people: [], campaigns: [] });
    await store.set(namesQuery.loadAtom, null);
    const { people, campaigns } = store.get(filterChoicesAtom);
    expect(people.map(({ id, deleted }) => [id, deleted])).toEqual([
      ['e1', false],
      ['e9', true],
    ]);
    expect(campaigns.map(({ id }) => id)).toEqual(['solar']);
    expect(store.get(personChoicesAtom).map(({ name }) => name)).toEqual([
      expect.not.stringContaining('deleted'),
      expect.stringContaining('(deleted)'),
    ]);
  });

  test('uses the current names of people, also of those added since', async () => {
    const { store, history, opened } = openedHistory(() => page([]));
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    const employee = { firstName: 'Ada', lastName: 'Byron' };
    opened[0]?.listener.lines([
      aLine(8, { type: 'EmployeeAdded', data: { employeeId: 'e1', employee } }),
      aLine(9),
    ]);
    expect(store.get(history.liveAtom)[0]?.person).toEqual({ id: 'e1', name: 'Ada Byron' });
    expect(store.get(history.nameOfAtom)('e1')).toBe('Ada Byron');
  });

  test('switched off and on again continues after the last received event', async () => {
    const { store, history, opened } = openedHistory(() => page([aLine(7)]));
    await store.set(history.first.loadAtom, noFilters);
    const close = store.set(history.followAtom);
    opened[0]?.listener.state('live');
    expect(store.get(history.stateAtom)).toBe('live');
    opened[0]?.listener.lines([aLine(12)]);
    close();
    expect(opened[0]?.closed).toBe(true);
    expect(store.get(history.stateAtom)).toBeNull();
    store.set(history.followAtom);
    expect(opened[1]?.after).toBe(12);
  });

  test('with other filters starts again, including the events of the feed', async () => {
    const { store, history, opened, live, asked } = openedHistory(() => page([]));
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    opened[0]?.listener.lines([aLine(12)]);
    await store.set(history.first.loadAtom, { ...noFilters, kind: 'goal' });
    expect(live()).toEqual([]);
    expect(asked().at(-1)?.since).toBe(12);
  });

  test('loads the list again instead of keeping too many live events', async () => {
    let newest = [aLine(7)];
    const { store, history, opened, live, fetched } = openedHistory(() => page(newest));
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    const many = Array.from({ length: LIVE_MAX + 1 }, (_, at) => aLine(8 + at));
    newest = many.slice(-3).reverse();
    opened[0]?.listener.lines(many);
    await expect.poll(live).toEqual([]);
    expect(fetched()).toEqual(newest.map(({ position }) => position));
    expect(store.get(history.isGapAtom)).toBe(false);
  });

  test('says that events are missing until that load succeeds', async () => {
    let answer = page([aLine(7)]);
    const { store, history, opened, live } = openedHistory(() => answer);
    await store.set(history.first.loadAtom, noFilters);
    store.set(history.followAtom);
    answer = refused(503, 'unavailable');
    opened[0]?.listener.lines(Array.from({ length: LIVE_MAX + 5 }, (_, at) => aLine(8 + at)));
    await expect.poll(() => store.get(history.first.problemAtom)).not.toBeNull();
    expect(live()).toHaveLength(LIVE_MAX);
    expect(store.get(history.isGapAtom)).toBe(true);
    answer = page([aLine(7)]);
    await store.set(history.first.reloadAtom);
    expect(store.get(history.isGapAtom)).toBe(false);
  });
});

test('the downloads have the same filters', () => {
  const files = exportsOf({ ...noFilters, person: 'e 1', kind: 'sale' });
  expect(files.csv).toBe('/api/audit/events.csv?person=e+1&kind=sale');
  expect(files.jsonLines).toBe('/api/audit/events.jsonl?person=e+1&kind=sale');
});
