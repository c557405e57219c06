import { expect, test } from 'vitest';
import { formatExactMoney, formatQuotient, formatSpan } from './exact-text.ts';

test('exact amounts keep every decimal, whole amounts get their cents', () => {
  expect(formatExactMoney('12.3141375')).toBe('$12.3141375');
  expect(formatExactMoney('1234')).toBe('$1,234.00');
  expect(formatExactMoney('-0.5')).toBe('-$0.50');
  // More than a binary fraction holds.
  expect(formatExactMoney('1000000000.12345678901')).toBe('$1,000,000,000.12345678901');
});

test('a quotient that was cut says so, also with zeros before the cut', () => {
  expect(formatQuotient('0.666666…')).toBe('0.666666…');
  expect(formatQuotient('1.300000…')).toBe('1.300000…');
  expect(formatQuotient('0.125')).toBe('0.125');
});

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [3_600_000, '1 h'],
  [19_390_000, '5 h 23 min 10 s'],
])('%i ms is %s', (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text);
});
