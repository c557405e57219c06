import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounded } from '#tests/support/exact-arithmetic.ts';
import { monthsAfter, proratedCents } from './sandbox-subscription.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const november = { start: seconds('2026-11-01T00:00:00Z'), end: seconds('2026-12-01T00:00:00Z') };

describe('the prorated price of the rest of a period', () => {
  it('is the whole price at its start, half in the middle, nothing at its end and after', () => {
    const at = (iso: string) => proratedCents(180_00, november, seconds(iso));
    expect(at('2026-11-01T00:00:00Z')).toBe(180_00);
    expect(at('2026-11-16T00:00:00Z')).toBe(90_00);
    expect(at('2026-12-01T00:00:00Z')).toBe(0);
    expect([at('2026-10-01T00:00:00Z'), at('2027-10-01T00:00:00Z')]).toEqual([180_00, 0]);
  });

  it('counts seconds, to the nearest cent', () => {
    expect(proratedCents(100, { start: 0, end: 8 }, 3)).toBe(63);
    expect(proratedCents(10, { start: 0, end: 4 }, 3)).toBe(3);
  });

  it('is exact for every possible price and period', () => {
    const price = fc.integer({ min: 0, max: 1_000_000_000 });
    const length = fc.integer({ min: 1, max: 31 * 86_400 });
    fc.assert(
      fc.property(price, length, fc.nat(), (cents, end, passed) => {
        const at = passed % end;
        const exact = rounded({ over: BigInt(cents) * BigInt(end - at), under: BigInt(end) });
        expect(proratedCents(cents, { start: 0, end }, at)).toBe(Number(exact));
      }),
    );
  });
});

describe('months after an anchor', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2028-01-30T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2026-11-28T23:59:59Z', 2, '2027-01-28T23:59:59Z'],
    ['2026-05-05T00:00:00Z', 0, '2026-05-05T00:00:00Z'],
  ])('%s and %i months are %s', (anchor, months, expected) => {
    expect(monthsAfter(seconds(anchor), months)).toBe(seconds(expected));
  });
});
