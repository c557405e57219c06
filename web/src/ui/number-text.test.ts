import { describe, expect, test } from 'vitest';
import { readNumber, writeNumber } from './number-text.ts';

describe.each([
  ['en-CA', '1234.50', '1234.50'],
  ['en-CA', '1,234.50', '1234.50'],
  ['en-CA', '$1,234,567', '1234567'],
  ['en-CA', '.5', '0.5'],
  ['en-CA', '7.', '7'],
  ['en-CA', '12,50', '12.50'],
  ['de-DE', '1.234,50', '1234.50'],
  ['de-DE', '12.50', '12.50'],
  ['de-DE', '1.234', '1234'],
  ['fr-CA', '1 234,50 $', '1234.50'],
  ['fr-CA', '1\u00a0234,5', '1234.5'],
  ['fr-CA', '1\u202f234\u202f567', '1234567'],
  ['fr-FR', '1 234,50', '1234.50'],
  ['de-DE', '1 234,50', '1234.50'],
  ['en-CA', '1 234,50', '1234.50'],
  ['en-IN', '12,34,567.8', '1234567.8'],
  ['de-CH', '1’234.50', '1234.50'],
])('in %s', (locale, typed, read) => {
  test(`${typed} is ${read}`, { tags: ['decision-8.24'] }, () =>
    expect(readNumber(typed, locale)).toBe(read),
  );
});

test('a text whose spaces group nothing is no number in French either', () => {
  expect(readNumber('1 2', 'fr-CA')).toBeNull();
  expect(readNumber('1 23 456', 'fr-CA')).toBeNull();
});

test.each([
  '',
  ' ',
  'abc',
  '-5',
  '1.2.3',
  '1,23,4',
  '12,3456',
  '1e5',
  '1 2',
  '٣',
  '0x10',
  '$',
  '.',
  '1,,000',
])('%j is no number in en-CA', (typed) => expect(readNumber(typed, 'en-CA')).toBeNull());

test.each([
  ['en-CA', 1234.5, '1234.5'],
  ['de-DE', 9.975, '9,975'],
  ['fr-CA', 0.000001, '0,000001'],
  ['de-CH', 999999999, '999999999'],
])('in %s the form of %d has %s, and reads it back', (locale, value, text) => {
  expect(writeNumber(value, locale)).toBe(text);
  expect(Number(readNumber(text, locale))).toBe(value);
});
