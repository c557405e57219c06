import { dateLocale } from './locale.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat(dateLocale(), { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'long' });
const time = new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'full' });

/**
 * How long ago a UTC instant was, in words: `now`, `5 minutes ago`, `yesterday`, beyond a week in days. An instant
 * in the future, by a clock that runs fast, is `now`.
 */
export function formatAgo(instant: string, now: string): string {
  const seconds = Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1000);
  if (seconds < MINUTE) return relative.format(0, 'second');
  if (seconds < HOUR) return relative.format(-Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return relative.format(-Math.floor(seconds / HOUR), 'hour');
  return relative.format(-Math.floor(seconds / DAY), 'day');
}

/** A UTC instant in the zone of the browser, to the second, with the zone: `Mar 2, 2026, 9:05:07 a.m. EST`. */
export function formatExact(instant: string): string {
  return exact.format(new Date(instant));
}

/** Its time alone, to the second: `9:05:07 a.m.`. */
export function formatSecond(instant: string): string {
  return time.format(new Date(instant));
}

/** The day of a UTC instant in the zone of the browser, written out. */
export function formatDayOf(instant: string): string {
  return day.format(new Date(instant));
}
