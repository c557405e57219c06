import { expect, test } from 'vitest';
import { projected } from '#tests/support/projected.ts';
import { deleted, edited, recorded, shiftStarted } from '#tests/support/sale-story.ts';
import { commission } from './commission.projector.ts';

const table = (...events: Parameters<typeof projected>[1][]) =>
  projected(commission, ...events).rowsOf('commission');

test('rounded cents of Closed sales add up per day', () => {
  const rows = table(
    recorded({ commissionCents: 333 }, 'a'),
    recorded({ commissionCents: 334 }, 'b'),
    recorded({ commissionCents: 100, entryDate: '2026-03-03' }, 'c'),
    recorded({ commissionCents: 999, status: 'Negotiating' }, 'd'),
  );
  expect(rows).toMatchObject([
    { day: '2026-03-02', closed_sales: 2, commission_cents: 667 },
    { day: '2026-03-03', closed_sales: 1, commission_cents: 100 },
  ]);
});

test('an edit replaces what the sale earned, a deletion takes it away', () => {
  expect(table(recorded(), edited({}, { commissionCents: 250 }))).toMatchObject([{ commission_cents: 250 }]);
  expect(table(recorded(), deleted())).toEqual([]);
});

test('a Closed sale that earns nothing still counts as one', () => {
  expect(table(recorded({ commissionCents: 0 }))).toMatchObject([{ closed_sales: 1, commission_cents: 0 }]);
});

test('shifts mean nothing to it', () => {
  expect(table(shiftStarted)).toEqual([]);
});
