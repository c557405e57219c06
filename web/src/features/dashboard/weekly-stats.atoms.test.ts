import { createStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { ownFigures } from '../../testing/people.ts';
import { earnedBeforeAtom, weeklyRowsAtom, weeklyStats } from './weekly-stats.atoms.ts';

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
  store.set(apiAtom, createFakeApi({ '/logs/getchartdata': answer }));
  store.set(liveClientAtom, live);
  const drawn: unknown[] = [];
  store.sub(liveAtom, () => undefined);
  store.sub(weeklyRowsAtom, () => drawn.push(store.get(weeklyRowsAtom)));
  const tell = (version: number, changed = {}) =>
    live.tell({ 'own figures': { version, data: ownFigures(changed) } });
  return { store, tell, drawn };
}

test('the bar of today follows the own rate, the others stay', async () => {
  const { store, tell } = chart();
  expect(store.get(weeklyRowsAtom)).toBeUndefined();
  await store.set(weeklyStats.loadAtom, '2026-03-02');
  expect(store.get(weeklyRowsAtom)).toEqual(week);
  tell(1, { salesPerHour: 1.5 });
  expect(store.get(weeklyRowsAtom)).toEqual([week[0], { login_date: '2026-03-02', sales_per_hour: 1.5 }]);
  tell(2, { salesPerHour: 'N/A' });
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('it is drawn anew only for another rate', async () => {
  const { store, tell, drawn } = chart();
  await store.set(weeklyStats.loadAtom, '2026-03-02');
  tell(1, { salesPerHour: 2 });
  const before = drawn.length;
  tell(2, { salesPerHour: 2, todayCommission: 999, totalCommission: 1878.5 });
  expect(drawn).toHaveLength(before);
  tell(3, { salesPerHour: 3 });
  expect(drawn).toHaveLength(before + 1);
});

test('figures of another date leave every bar alone', async () => {
  const { store, tell } = chart();
  await store.set(weeklyStats.loadAtom, '2026-03-02');
  tell(1, { date: '2026-03-03' });
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('a failed first load has nothing to show; what is shown survives a failed later one', async () => {
  const answers = [
    refused(500, 'failedFetch'),
    replied({ requestedData: week }),
    refused(500, 'failedFetch'),
  ];
  const { store } = chart(() => answers.shift() ?? refused(500, 'failedFetch'));
  await store.set(weeklyStats.loadAtom, '2026-03-02');
  expect(store.get(weeklyRowsAtom)).toBeNull();
  await store.set(weeklyStats.reloadAtom);
  await store.set(weeklyStats.reloadAtom);
  expect(store.get(weeklyRowsAtom)).toEqual(week);
});

test('only sales of days before today change what was earned before', () => {
  const { store, tell } = chart();
  expect(store.get(earnedBeforeAtom)).toBeUndefined();
  tell(1);
  expect(store.get(earnedBeforeAtom)).toBe(87_950);
  tell(2, { todayCommission: 220.5, totalCommission: 1100 });
  expect(store.get(earnedBeforeAtom)).toBe(87_950);
  tell(3, { totalCommission: 1010 });
  expect(store.get(earnedBeforeAtom)).toBe(88_950);
});
