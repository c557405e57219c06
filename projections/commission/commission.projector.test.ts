import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commissionCents } from '#contracts/commission.ts';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { dollarsOf, exactCommissionCents } from '#tests/support/exact-arithmetic.ts';
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

const percent = fc.nat(100_000).map((thousandths) => thousandths / 1000);
const sale = fc.record({
  priceCents: fc.oneof(fc.nat(1000), fc.nat(100_000_000_000)),
  taxPercent: percent,
  discountPercent: percent,
  commissionPercent: percent,
  status: fc.constantFrom(...SALE_STATUSES),
});

test('a total is the sum of rounded cents, not the rounded sum, of Closed sales only', () => {
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 40 }), (sales) => {
      const exact = sales
        .filter(({ status }) => status === 'Closed')
        .map(({ priceCents, taxPercent: tax, discountPercent: discount, commissionPercent: rate }) => {
          const price = dollarsOf(priceCents);
          return exactCommissionCents({ price, tax, discount, rate });
        });
      const rows = table(
        ...sales.map((each, at) => recorded({ ...each, commissionCents: commissionCents(each) }, `${at}`)),
      );
      const total = exact.reduce((sum, cents) => sum + cents, 0n);
      expect(rows[0]?.commission_cents ?? 0).toBe(Number(total));
      expect(rows[0]?.closed_sales ?? 0).toBe(exact.length);
    }),
    { numRuns: 300 },
  );
});
