import { expect, it } from 'vitest';
import { readHours } from './shift-duration.ts';

it('reads a single digit, as text or as number', () => {
  for (let hours = 0; hours <= 9; hours++) {
    expect(readHours(hours)).toBe(hours);
    expect(readHours(String(hours))).toBe(hours);
  }
});

it.each(['', ' ', '8 ', '08', '10', '-1', '1.5', '1e0', '0x8', '٨', '８', 'eight', -1, 10, 7.5, Number.NaN])(
  'takes %j for no duration',
  (said) => expect(readHours(said)).toBeNull(),
);
