import { expect, test } from 'vitest';
import { formatAgo, formatDayOf, formatExact, formatSecond } from './moments.ts';

const now = '2026-03-10T12:00:00.000Z';

test.each([
  ['2026-03-10T11:59:31.000Z', 'now'],
  ['2026-03-10T11:58:59.000Z', '1 minute ago'],
  ['2026-03-10T09:00:00.000Z', '3 hours ago'],
  ['2026-03-09T11:00:00.000Z', 'yesterday'],
  ['2026-02-08T12:00:00.000Z', '30 days ago'],
  ['2026-03-10T12:00:05.000Z', 'now'],
])('%s was %s', (instant, words) => expect(formatAgo(instant, now)).toBe(words));

test('the exact moment has its seconds and its zone', () => {
  const zone = new Intl.DateTimeFormat('en-CA', { timeZoneName: 'short' }).formatToParts(new Date(now));
  const text = formatExact('2026-03-10T11:58:59.000Z');
  expect(text).toContain(':59');
  expect(text).toContain(zone.find(({ type }) => type === 'timeZoneName')?.value);
  expect(formatSecond('2026-03-10T11:58:59.000Z')).toContain(':59');
});

test('the day is that of the zone of the browser', () => {
  expect(formatDayOf(now)).toContain('2026');
});
