import { environmentManager } from '@tanstack/query-core';
import { createStore } from 'jotai';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { ownFigures } from '../../testing/people.ts';
import { weeklyRowsAtom, weeklyStatsQuery } from './weekly-stats.atoms.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') });
  return () => vi.useRealTimers();
});

const week = [
  { login_date: '2026-03-01', sales_per_hour: 1 },
  { login_date: '2026-03-02', sales_per_hour: null },
];

function chart(answer = () => replied({ requestedData: week })) {
  const store = createStore();
  const live = createFakeLive();
  const api = createFakeApi({ '/logs/getchartdata': answer });
  store.set(apiAtom, api);
  store.set(liveClientAtom, live);
  const drawn: unknown[] = [];
  store.sub(liveAtom, () => undefined);
  store.sub(weeklyRowsAtom, () => drawn.push(store.get(weeklyRowsAtom)));
  const tell = (version: number, changed = {}) =>
    live.send({ 'own figures': { version, data: ownFigures(changed) } });
  return { store, api, tell, drawn };
}

test('the bar of today follows the own rate, the other bars stay', async () => {
  const { store, tell } = chart();
  expect(store.get(weeklyRowsAtom)).toBeUndefined();
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  expect(store.get(weeklyRowsAtom)).toEqual(week);
  tell(1, { salesPerHour: 1.5 });
  expect(store.get(weeklyRowsAtom)).toEqual([week[0], { login_date: '2026-03-02', sales_per_hour: 1.5 }]);
  tell(2, { salesPerHour: 'N/A' });
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('it is drawn again only for another rate', async () => {
  const { store, tell, drawn } = chart();
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  tell(1, { salesPerHour: 2 });
  const before = drawn.length;
  tell(2, { salesPerHour: 2, todayCommission: 999, totalCommission: 1878.5 });
  expect(drawn).toHaveLength(before);
  tell(3, { salesPerHour: 3 });
  expect(drawn).toHaveLength(before + 1);
});

test('figures of another date change no bar', async () => {
  const { store, tell } = chart();
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  tell(1, { date: '2026-03-03' });
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('a failed first load shows nothing; a failed later load keeps the chart', async () => {
  const answers = [
    refused(500, 'failedFetch'),
    replied({ requestedData: week }),
    refused(500, 'failedFetch'),
  ];
  const { store } = chart(() => answers.shift() ?? refused(500, 'failedFetch'));
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  expect(store.get(weeklyRowsAtom)).toBeNull();
  await store.set(weeklyStatsQuery.reloadAtom);
  await store.set(weeklyStatsQuery.reloadAtom);
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('only sales of days before today make the chart load again', async () => {
  const { store, api, tell } = chart();
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  tell(1);
  tell(2, { todayCommission: 220.5, totalCommission: 1100 });
  expect(api.sent).toHaveLength(1);
  tell(3, { todayCommission: 220.5, totalCommission: 1110 });
  expect(api.sent).toHaveLength(2);
});

test('it is asked for again every five minutes', async () => {
  // Outside a browser the library refetches nothing.
  const wasServer = environmentManager.isServer();
  environmentManager.setIsServer(() => false);
  onTestFinished(() => environmentManager.setIsServer(() => wasServer));
  const { store, api } = chart();
  await store.set(weeklyStatsQuery.loadAtom, '2026-03-02');
  expect(api.sent).toHaveLength(1);
  for (const asked of [2, 3]) {
    await vi.advanceTimersByTimeAsync(299_999);
    expect(api.sent).toHaveLength(asked - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.sent).toHaveLength(asked);
  }
});
