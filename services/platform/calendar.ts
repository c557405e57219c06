import { Temporal } from 'temporal-polyfill';
import type { LocalDate } from '#contracts/local-date.ts';

/** Instants are compared as texts, which works up to this one. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/**
 * The instant (UTC ISO-8601) at which the local date `date` is over in `timeZone` (IANA name): the first
 * instant of the next date that exists there. That is midnight where there is one, 01:00 where the clocks
 * skip midnight, and the first of the two midnights where they show it twice. Never later than the year 9999.
 *
 * Throws RangeError for an unknown zone or an invalid date.
 */
export function endOfLocalDay(date: LocalDate, timeZone: string): string {
  const next = Temporal.PlainDate.from(date).add({ days: 1 });
  const instant = next.toZonedDateTime(timeZone).toInstant();
  return new Date(Math.min(instant.epochMilliseconds, Date.parse(END_OF_TIME))).toISOString();
}

/**
 * The instant (UTC ISO-8601) at which the clock in `timeZone` (IANA name) shows `time` (HH:mm) on that date: the first one
 * where it shows it twice, and as much later as the clock skips where it does not show it.
 *
 * Throws RangeError for an unknown zone, an invalid date or an invalid time.
 */
export function instantOnClock(date: LocalDate, time: string, timeZone: string): string {
  const instant = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant();
  return new Date(instant.epochMilliseconds).toISOString();
}

/**
 * The instant `months` calendar months later, in UTC at the same time of day. A month without that day gives its
 * last one: one month after 31 January is 28 or 29 February.
 */
export function addMonths(instant: Date, months: number): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
  return new Date(from.add({ months }).epochMilliseconds);
}
