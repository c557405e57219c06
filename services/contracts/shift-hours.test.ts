import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactHundredthsPerHour } from '#tests/support/exact-arithmetic.ts';
import { countedHours, readHours, salesPerHour } from './shift-hours.ts';

const START = Date.parse('2026-03-02T14:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(START + ms).toISOString();

/** The rule in the words of the decision, in milliseconds. */
function counted(sinceLogin: number, ended: boolean, setHours: number | null): number {
  if (ended && setHours !== null) return setHours * HOUR_MS;
  const atLeastAnHour = Math.max(sinceLogin, HOUR_MS);
  return setHours === null ? atLeastAnHour : Math.min(atLeastAnHour, setHours * HOUR_MS);
}

const sinceLogin = fc.oneof(
  fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 8 * HOUR_MS, 25 * HOUR_MS),
  fc.integer({ min: 0, max: 25 * 60 }).map((minutes) => minutes * 60_000),
  // Here halves of a hundredth are frequent.
  fc.integer({ min: 4, max: 90 }).map((parts) => parts * 16 * 60_000),
  fc.integer({ min: 0, max: 25 * HOUR_MS }),
);
const sales = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000_000 }));
const setHours = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null });

describe('sales per hour', () => {
  it('equals whole-number arithmetic on 100,000 random shifts', { tags: ['decision-1.16'] }, () => {
    fc.assert(
      fc.property(sales, sinceLogin, fc.boolean(), setHours, (closed, ms, ended, setDuration) => {
        const shift = { startedAt: at(0), endedAt: ended ? at(ms) : null, setDuration };
        const exact = exactHundredthsPerHour(closed, counted(ms, ended, setDuration));
        expect(salesPerHour(closed, shift, at(ms))).toBe(exact === null ? null : Number(exact) / 100);
      }),
      { numRuns: 100_000 },
    );
  });

  it('rounds a half up where binary fractions would not', () => {
    const shift = { startedAt: at(0), endedAt: at(800 * 60_000), setDuration: null };
    expect(salesPerHour(3, shift, at(0))).toBe(0.23);
    expect(salesPerHour(17, shift, at(0))).toBe(1.28);
  });

  it('is null without a shift', () => {
    expect(salesPerHour(3, null, at(0))).toBeNull();
  });
});

it('no hours count with a duration of 0', () => {
  const shift = { startedAt: '2026-03-02T09:00:00.000Z', endedAt: null, setDuration: 0 };
  expect(countedHours(shift, '2026-03-02T12:00:00.000Z')).toBeNull();
  expect(countedHours({ ...shift, setDuration: 2 }, '2026-03-02T12:00:00.000Z')).toBe(2);
});

it('reads a single digit, as text or as number', () => {
  for (let hours = 0; hours <= 9; hours++) {
    expect(readHours(hours)).toBe(hours);
    expect(readHours(String(hours))).toBe(hours);
  }
});

it.each(['', ' ', '8 ', '08', '10', '-1', '1.5', '1e0', '0x8', '٨', '８', 'eight', -1, 10, 7.5, Number.NaN])(
  'takes %j for no duration',
  { tags: ['spec-5.22'] },
  (said) => expect(readHours(said)).toBeNull(),
);
