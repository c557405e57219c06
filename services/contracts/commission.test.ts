import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollarsOf, exactCommissionCents } from '#tests/support/exact-arithmetic.ts';
import { commissionCents } from './commission.ts';
import { MAX_PRICE_CENTS } from './money.ts';

const percent = fc.oneof(
  fc.constantFrom(0, 1e-6, 0.5, 9.975, 13, 33.333333, 50, 99.999999, 100),
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 100_000_000 }).map((millionths) => millionths / 1_000_000),
);
const price = fc.oneof(
  fc.constantFrom(0, 1, 5, 50, MAX_PRICE_CENTS - 1, MAX_PRICE_CENTS),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: MAX_PRICE_CENTS }),
);
describe('the commission of a sale', () => {
  it('follows the formula of the specification', { tags: ['spec-5.9'] }, () => {
    expect(
      commissionCents({ priceCents: 123_450, taxPercent: 13, discountPercent: 5, commissionPercent: 10 }),
    ).toBe(10_123);
  });

  it('rounds half a cent away from zero', { tags: ['decision-1.12'] }, () => {
    const terms = { taxPercent: 0, discountPercent: 0, commissionPercent: 50 };
    expect(commissionCents({ ...terms, priceCents: 1 })).toBe(1);
    expect(commissionCents({ ...terms, priceCents: 3 })).toBe(2);
  });

  it('is exact where binary fractions are not', { tags: ['decision-1.12'] }, () => {
    const terms = { priceCents: 100_500, taxPercent: 0, discountPercent: 0, commissionPercent: 0.1 };
    expect(commissionCents(terms)).toBe(101);
    expect(commissionCents({ ...terms, priceCents: 115, commissionPercent: 70 })).toBe(81);
  });

  it('is never below zero', () => {
    expect(
      commissionCents({ priceCents: 5000, taxPercent: 60, discountPercent: 60, commissionPercent: 10 }),
    ).toBe(0);
  });

  it('equals whole-number arithmetic on 100,000 random sales', {
    tags: ['spec-5.9', 'decision-1.12'],
  }, () => {
    fc.assert(
      fc.property(
        fc.tuple(price, percent, percent, percent),
        ([priceCents, taxPercent, discountPercent, commissionPercent]) => {
          const exact = exactCommissionCents({
            price: dollarsOf(priceCents),
            tax: taxPercent,
            discount: discountPercent,
            rate: commissionPercent,
          });
          const terms = { priceCents, taxPercent, discountPercent, commissionPercent };
          expect(commissionCents(terms)).toBe(Number(exact));
        },
      ),
      { numRuns: 100_000 },
    );
  });

  it('is the same number every time for the largest price, to the cent', () => {
    const largest = { priceCents: MAX_PRICE_CENTS, taxPercent: 0, discountPercent: 0 };
    expect(commissionCents({ ...largest, commissionPercent: 100 })).toBe(MAX_PRICE_CENTS);
    expect(commissionCents({ ...largest, commissionPercent: 33.333333 })).toBe(33_333_333_000);
  });
});
