import { createStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { SaleNews } from '#contracts/live/live-protocol.ts';
import { liveAtom, liveClientAtom } from '../../live/live.atoms.ts';
import { createFakeLive } from '../../testing/fake-live.ts';
import { aRow } from '../../testing/people.ts';
import {
  beginNextCelebrationAtom,
  celebrationAtom,
  noticeBoardAtom,
  soldDetailsAtom,
  stopCelebratingAtom,
} from './celebration.atoms.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function wall() {
  const store = createStore();
  const live = createFakeLive();
  store.set(liveClientAtom, live);
  store.sub(liveAtom, () => undefined);
  // As the band does once it is drawn.
  store.sub(celebrationAtom, () => {
    const celebration = store.get(celebrationAtom);
    if (celebration) store.set(beginNextCelebrationAtom, celebration);
  });
  const see = (...rows: BillboardRow[]) => store.set(noticeBoardAtom, { date: '2026-03-02', rows });
  const shown = () => {
    const celebration = store.get(celebrationAtom);
    return celebration?.kind === 'person' ? celebration.employeeId : (celebration?.kind ?? null);
  };
  return { store, live, see, shown };
}

const sold = (who: string, sales: number) => aRow(who, { sales, commission: sales * 10 });

test('the first board celebrates nothing, a closed sale is shown for four seconds, then the band is empty', () => {
  const { see, shown } = wall();
  see(sold('ann', 5), sold('bob', 0));
  expect(shown()).toBeNull();
  see(sold('ann', 6), sold('bob', 0));
  expect(shown()).toBe('ann');
  vi.advanceTimersByTime(3999);
  expect(shown()).toBe('ann');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
});

test('several in a row are shown for four seconds each', () => {
  const { see, shown } = wall();
  see(sold('ann', 0), sold('bob', 0));
  see(sold('ann', 1), sold('bob', 0));
  vi.advanceTimersByTime(1000);
  see(sold('ann', 1), sold('bob', 1));
  vi.advanceTimersByTime(2999);
  expect(shown()).toBe('ann');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('bob');
  vi.advanceTimersByTime(3999);
  expect(shown()).toBe('bob');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeNull();
  see(sold('ann', 2), sold('bob', 1));
  expect(shown()).toBe('ann');
});

test('a wall that was left celebrates nothing on return', () => {
  const { store, see, shown } = wall();
  see(sold('ann', 0));
  see(sold('ann', 1));
  store.set(stopCelebratingAtom);
  expect(shown()).toBeNull();
  see(sold('ann', 9));
  vi.advanceTimersByTime(10_000);
  expect(shown()).toBeNull();
});

test('a manager sees which sale it was once its news arrives', () => {
  const { store, live, see } = wall();
  const news: SaleNews = {
    saleId: 's1',
    employeeId: 'ann',
    kind: 'edited',
    firstName: 'ann',
    lastName: 'Test',
    campaignName: 'Solar Roofs',
    status: 'Closed',
    price: '$100.00',
    commission: 10,
    at: '2026-03-02T15:00:00.000Z',
  };
  see(sold('ann', 0), sold('bob', 0));
  see(sold('ann', 1), sold('bob', 0));
  expect(store.get(soldDetailsAtom)).toBeNull();
  // Another person of the same name, at the same moment, and news of an older process, which has no id.
  const { employeeId: _id, ...older } = { ...news, saleId: 's4', price: '$8.00' };
  const others = [{ ...news, saleId: 's3', employeeId: 'other ann', price: '$9.00' }, older];
  const lead = { ...news, saleId: 's2', status: 'Lead' as const, price: '$7.00' };
  live.send({ 'sale news': { version: 1, data: [news, lead, ...others] } });
  expect(store.get(soldDetailsAtom)).toEqual({ campaignName: 'Solar Roofs', price: '$100.00' });
  see(sold('ann', 1), sold('bob', 1));
  vi.advanceTimersByTime(4000);
  expect(store.get(soldDetailsAtom)).toBeNull();
});
