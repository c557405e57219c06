import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SALE_STATUSES } from '#contracts/sale-status.ts';
import { exactCommissionCents } from '#tests/support/exact-arithmetic.ts';
import { edit, record, recorded, saleAfter } from './sale-rules.fixture.ts';

const decimals = (most: number) =>
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: 0, max: 10 ** most - 1 }).map((digits) => `.${String(digits).padStart(most, '0')}`),
    fc.integer({ min: 0, max: 9 }).map((digit) => `.${digit}`),
  );
const price = fc.oneof(
  fc.constantFrom('0', '0.01', '0.05', '999999999.99', '1000000000', '1000000000.00'),
  fc
    .tuple(fc.oneof(fc.nat(2000), fc.nat(999_999_999)), decimals(2))
    .map(([whole, fraction]) => whole + fraction),
);
const percent = fc.oneof(
  fc.constantFrom('0', '100', '0.000001', '99.999999', '50', '9.975'),
  fc.tuple(fc.nat(99), decimals(6)).map(([whole, fraction]) => whole + fraction),
);
const prefix = fc.constantFrom('', '$');
const status = fc.constantFrom(...SALE_STATUSES);

it('the commission of 100,000 sales as sent by forms equals integer arithmetic, in any status', {
  tags: ['spec-5.9'],
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(
      fc.tuple(prefix, price, percent, percent, percent, status),
      ([sign, dollars, tax, discount, rate, now]) => {
        const terms = { name: 'Spring', taxPercent: Number(tax), commissionPercent: Number(rate) };
        const sale = saleAfter(record({ price: sign + dollars, discount, status: now }, { terms }));
        expect(sale.commissionCents).toBe(
          Number(exactCommissionCents({ price: dollars, tax, discount, rate })),
        );
      },
    ),
    { numRuns: 100_000 },
  );
});

it('an edit computes it again with the rates of the sale', () => {
  fc.assert(
    fc.property(price, percent, (dollars, discount) => {
      const sale = saleAfter(edit({ price: dollars, discount, status: 'Negotiating' }), recorded);
      expect(sale.commissionCents).toBe(
        Number(exactCommissionCents({ price: dollars, tax: 13, discount, rate: 10 })),
      );
    }),
    { numRuns: 10_000 },
  );
});
