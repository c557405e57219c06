import { expect, test } from 'vitest';
import { locale } from './locale.ts';

test.each([
  ['fr-CA', 'fr-CA'],
  ['de', 'de'],
  ['en-US@posix', 'en-CA'],
  ['', 'en-CA'],
])('%j is written as in %s', (tag, written) => {
  expect(locale(tag)).toBe(written);
});
