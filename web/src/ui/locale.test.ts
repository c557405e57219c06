import { expect, test } from 'vitest';
import { dateLocale, locale } from './locale.ts';

test.each([
  ['fr-CA', 'fr-CA'],
  ['de', 'de'],
  ['en-US@posix', 'en-CA'],
  ['', 'en-CA'],
])('%j is written as in %s', (tag, written) => {
  expect(locale(tag)).toBe(written);
});

test.each([
  ['de-DE', 'Saturday, 21 November 2026 at 14:05'],
  ['fr', 'Saturday, 21 November 2026 at 14:05'],
  ['fr-CA', 'Saturday, November 21, 2026 at 14:05'],
  ['en-CA', 'Saturday, November 21, 2026 at 2:05 p.m.'],
  ['en-US', 'Saturday, November 21, 2026 at 2:05 PM'],
  ['ja-JP', 'Saturday, November 21, 2026 at 14:05'],
])('a date is in English, as people write it in the region of %s', (tag, written) => {
  const format = new Intl.DateTimeFormat(dateLocale(tag), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  expect(format.format(new Date('2026-11-21T14:05:00Z'))).toBe(written);
});
