import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatPrice, parsePrice } from './money.ts';

it('shows cents as a price, exactly', { tags: ['decision-1.18'] }, () => {
  const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });
  fc.assert(
    fc.property(cents, (price) => {
      const [, sign, dollars, rest] = /^\$(-?)(\d+)\.(\d\d)$/.exec(formatPrice(price)) ?? [];
      expect((Number(dollars) * 100 + Number(rest)) * (sign ? -1 : 1)).toBe(price);
    }),
  );
  expect([0, 5, 90, 123456, -7].map(formatPrice)).toEqual(['$0.00', '$0.05', '$0.90', '$1234.56', '$-0.07']);
});

it('reads a price with blanks around it', () => {
  expect([' 12.5 ', '\t$3'].map(parsePrice)).toEqual([1250, 300]);
});
