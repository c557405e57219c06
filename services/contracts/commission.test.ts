import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionCents } from './commission.ts';
import { MAX_PRICE_CENTS } from './money.ts';

/** Percentages in millionths, so that the oracle needs nothing but whole numbers. */
const MILLIONTHS = 1_000_000;
const percent = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((whole) => whole * MILLIONTHS),
  fc.integer({ min: 0, max: 100 * MILLIONTHS }),
);

/** Whole-number arithmetic only: another way to the same result. */
function oracle(priceCents: number, tax: number, discount: number, rate: number): number {
  const hundred = 100n * BigInt(MILLIONTHS);
  const kept = hundred - BigInt(tax) - BigInt(discount);
  if (kept <= 0n) return 0;
  const dividend = kept * BigInt(priceCents) * BigInt(rate);
  const divisor = hundred * hundred;
  return Number((2n * dividend + divisor) / (2n * divisor));
}

describe('the commission of a sale', () => {
  it('follows the formula of the specification', () => {
    expect(
      commissionCents({ priceCents: 123_450, taxPercent: 13, discountPercent: 5, commissionPercent: 10 }),
    ).toBe(10_123);
  });

  it('rounds half a cent away from zero', () => {
    const terms = { taxPercent: 0, discountPercent: 0, commissionPercent: 50 };
    expect(commissionCents({ ...terms, priceCents: 1 })).toBe(1);
    expect(commissionCents({ ...terms, priceCents: 3 })).toBe(2);
  });

  it('is exact where binary fractions are not', () => {
    const terms = { priceCents: 100_500, taxPercent: 0, discountPercent: 0, commissionPercent: 0.1 };
    expect(commissionCents(terms)).toBe(101);
    expect(commissionCents({ ...terms, priceCents: 115, commissionPercent: 70 })).toBe(81);
  });

  it('is never below zero', () => {
    expect(
      commissionCents({ priceCents: 5000, taxPercent: 60, discountPercent: 60, commissionPercent: 10 }),
    ).toBe(0);
  });

  it('equals whole-number arithmetic on 100,000 random sales', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_PRICE_CENTS }),
        percent,
        percent,
        percent,
        (priceCents, tax, discount, rate) =>
          commissionCents({
            priceCents,
            taxPercent: tax / MILLIONTHS,
            discountPercent: discount / MILLIONTHS,
            commissionPercent: rate / MILLIONTHS,
          }) === oracle(priceCents, tax, discount, rate),
      ),
      { numRuns: 100_000 },
    );
  });
});
