import { createStore } from 'jotai';
import { describe, expect, test, vi } from 'vitest';
import { commissionCents } from '#contracts/commission.ts';
import {
  arrivalAtom,
  demoIsOverAtom,
  demoIsRunningAtom,
  demoIsVisibleAtom,
  demoNewsAtom,
  demoRowsAtom,
  demoTotalAtom,
  nextDemoSaleAtom,
  sellYourselfAtom,
  toggleDemoAtom,
} from './demo-board.atoms.ts';
import { CAMPAIGNS, OWN_SALES, SCRIPT, SELLERS, sellerOf } from './demo-sales.ts';

// The system's setting is read once, when the page is loaded.
const system = vi.hoisted(() => ({ isCalm: false }));
vi.mock('../../ui/motion.ts', () => ({ motionAllowed: () => !system.isCalm }));

function demo({ calm = false } = {}) {
  system.isCalm = calm;
  const store = createStore();
  store.set(arrivalAtom, '2026-05-04T15:00:00.000Z');
  return store;
}
const names = (store: ReturnType<typeof demo>) => store.get(demoRowsAtom).map(({ id }) => id);

const commissionOf = (id: string, dollars: number) =>
  commissionCents({ ...CAMPAIGNS[sellerOf(id).campaign], priceCents: dollars * 100, discountPercent: 0 }) /
  100;

test('the made-up people earn what the product would pay them', () => {
  for (const { id, dollars, commission } of [...SCRIPT, ...OWN_SALES])
    expect(commission).toBe(commissionOf(id, dollars));
  for (const { id, sold, earned } of SELLERS) {
    const commissions = sold.map((dollars) => commissionOf(id, dollars));
    expect(earned).toBeCloseTo(
      commissions.reduce((sum, one) => sum + one, 0),
      5,
    );
  }
});

describe('the board of the landing page', () => {
  test('shows the best first, with what they earned and their sales per hour', () => {
    const rows = demo().get(demoRowsAtom);
    const earned = rows.map(({ commission }) => commission);
    expect(earned).toEqual([...earned].sort((one, other) => other - one));
    // (2400 − 13%) × 12% + (3100 − 13%) × 12%
    expect(rows.find(({ id }) => id === 'you')?.commission).toBe(574.2);
    // Two sales in 96 minutes.
    expect(rows.find(({ id }) => id === 'you')?.sales_per_hour).toBe(1.25);
  });

  test('changes only the row of the seller', () => {
    const store = demo();
    const before = store.get(demoRowsAtom);
    store.set(nextDemoSaleAtom);
    const after = store.get(demoRowsAtom);
    expect(after.filter((row) => !before.includes(row)).map(({ id }) => id)).toEqual([SCRIPT[0]?.id]);
  });

  test('lets the visitor climb, and names the sale', () => {
    const store = demo();
    const from = names(store).indexOf('you');
    for (let press = 0; press < 6; press++) store.set(sellYourselfAtom);
    expect(names(store).indexOf('you')).toBeLessThan(from);
    // The sixth price is the first again: (3400 − 13%) × 12%
    expect(store.get(demoNewsAtom)).toEqual({ name: 'You', dollars: 3400, commission: 354.96 });
  });

  test('counts every sale once in its total', () => {
    const store = demo();
    const before = store.get(demoTotalAtom);
    store.set(sellYourselfAtom);
    expect(store.get(demoTotalAtom).sales).toBe(before.sales + 1);
    expect(store.get(demoTotalAtom).dollars).toBeCloseTo(before.dollars + 354.96, 5);
  });

  test('runs while it is visible, and pauses on a press', () => {
    const store = demo();
    expect(store.get(demoIsRunningAtom)).toBe(false);
    store.set(demoIsVisibleAtom, true);
    expect(store.get(demoIsRunningAtom)).toBe(true);
    store.set(toggleDemoAtom);
    expect(store.get(demoIsRunningAtom)).toBe(false);
    store.set(toggleDemoAtom);
    expect(store.get(demoIsRunningAtom)).toBe(true);
  });

  test('waits for a press when less motion is wanted', () => {
    const store = demo({ calm: true });
    store.set(demoIsVisibleAtom, true);
    expect(store.get(demoIsRunningAtom)).toBe(false);
    store.set(toggleDemoAtom);
    expect(store.get(demoIsRunningAtom)).toBe(true);
  });

  test('ends with its script, and starts again on a press', () => {
    const store = demo();
    store.set(demoIsVisibleAtom, true);
    const start = store.get(demoRowsAtom);
    for (const _sale of SCRIPT) store.set(nextDemoSaleAtom);
    expect(store.get(demoIsOverAtom)).toBe(true);
    expect(store.get(demoIsRunningAtom)).toBe(false);
    const ended = store.get(demoRowsAtom);
    store.set(nextDemoSaleAtom);
    expect(store.get(demoRowsAtom)).toBe(ended);
    store.set(toggleDemoAtom);
    expect(store.get(demoRowsAtom)).toEqual(start);
    expect(store.get(demoIsRunningAtom)).toBe(true);
  });
});
