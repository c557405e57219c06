import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollarsOf, exactCommissionCents, ratioOf } from '#tests/support/exact-arithmetic.ts';
import { commissionSteps } from './commission-steps.ts';

const terms = { priceCents: 12_345, taxPercent: 9.975, discountPercent: 5, commissionPercent: 10 };

test('each step is exact, only the last one is rounded', () => {
  expect(commissionSteps(terms)).toEqual({
    tax: '12.3141375',
    discount: '6.1725',
    kept: '104.9633625',
    unrounded: '10.49633625',
    rounding: 'up',
    cents: 1050,
  });
});

test.each([
  [1000, 0, 10, 'none', 100],
  [1004, 0, 10, 'down', 100],
  [1005, 0, 10, 'half up', 101],
  [1006, 0, 10, 'up', 101],
  [1000, 101, 10, 'not below 0', 0],
])('%i cents less %i % × %i %: %s', (priceCents, taxPercent, commissionPercent, rounding, cents) => {
  const steps = commissionSteps({ priceCents, taxPercent, discountPercent: 0, commissionPercent });
  expect(steps).toMatchObject({ rounding, cents });
});

const percent = fc.nat(100_000_000).map((millionths) => millionths / 1_000_000);

/** Whether two decimals, as texts, are the same number. */
function isSame(one: string, other: { over: bigint; under: bigint }): boolean {
  const { over, under } = ratioOf(one);
  return over * other.under === other.over * under;
}

test('equals the arithmetic of whole numbers of any size', () => {
  const sale = fc.record({
    priceCents: fc.nat(100_000_000_000),
    taxPercent: percent,
    discountPercent: percent,
    commissionPercent: percent,
  });
  fc.assert(
    fc.property(sale, (sold) => {
      const { priceCents, taxPercent, discountPercent, commissionPercent } = sold;
      const steps = commissionSteps(sold);
      const price = dollarsOf(priceCents);
      const exact = exactCommissionCents({
        ...{ price, tax: taxPercent, discount: discountPercent, rate: commissionPercent },
      });
      expect(BigInt(steps.cents)).toBe(exact);
      const [tax, discount, rate] = [taxPercent, discountPercent, commissionPercent].map(plain);
      const all = 100n * MILLION;
      const kept = BigInt(priceCents) * (all - (tax ?? 0n) - (discount ?? 0n));
      expect(isSame(steps.kept, { over: kept, under: 100n * all })).toBe(true);
      expect(isSame(steps.unrounded, { over: kept * (rate ?? 0n), under: 100n * all * all })).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const MILLION = 1_000_000n;
const plain = (value: number) => BigInt(Math.round(value * 1_000_000));
