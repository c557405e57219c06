import { createStore } from 'jotai';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { totalsOf } from '../../kit/numbers/board-totals.ts';
import { aRow } from '../../testing/people.ts';
import { minuteAtom, paceOf } from './wall.atoms.ts';

test('the totals include all employees, to the cent', () => {
  const rows = [
    aRow('ann', { sales: 2, commission: 0.1 }),
    aRow('bob', { sales: 1, commission: 0.2 }),
    aRow('cyd'),
  ];
  expect(totalsOf(rows)).toEqual({ people: 3, commission: 0.3, sales: 3 });
  expect(totalsOf([])).toEqual({ people: 0, commission: 0, sales: 0 });
});

describe('the pace', () => {
  const campaigns = [
    { campaign_name: 'Solar Roofs', hourly_sales: 2 },
    { campaign_name: 'Heat Pumps', hourly_sales: 1.5 },
  ];
  const rows = [
    aRow('ann', { sales_per_hour: 1.5 }),
    aRow('bob', { sales_per_hour: 0.25, campaign_name: 'Heat Pumps' }),
    aRow('cyd', { sales_per_hour: 'N/A' }),
    aRow('dan', { sales_per_hour: 1, campaign_name: null }),
  ];

  test('is the sum of all rates against the goals of the employees with a rate', () => {
    expect(paceOf(rows, campaigns)).toEqual({ rate: 2.75, goal: 3.5, share: 2.75 / 3.5 });
  });

  test('has no share without a goal', () => {
    expect(paceOf(rows, [])).toEqual({ rate: 2.75, goal: 0, share: null });
    expect(paceOf([], campaigns).share).toBeNull();
  });
});

describe('the clock on the wall', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-02T15:00:59.200Z') });
    return () => vi.useRealTimers();
  });

  test('changes with the minute', () => {
    const store = createStore();
    const leave = store.sub(minuteAtom, () => undefined);
    expect(store.get(minuteAtom)).toBe('2026-03-02T15:00:59.200Z');
    vi.advanceTimersByTime(799);
    expect(store.get(minuteAtom)).toBe('2026-03-02T15:00:59.200Z');
    vi.advanceTimersByTime(1);
    expect(store.get(minuteAtom)).toBe('2026-03-02T15:01:00.000Z');
    vi.advanceTimersByTime(60_000);
    expect(store.get(minuteAtom)).toBe('2026-03-02T15:02:00.000Z');
    leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});
