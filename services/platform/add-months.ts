import { Temporal } from 'temporal-polyfill';

/**
 * The instant `months` calendar months later, in UTC at the same time of day. A month without that day gives its
 * last one: one month after 31 January is 28 or 29 February.
 */
export function addMonths(instant: Date, months: number): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
  return new Date(from.add({ months }).epochMilliseconds);
}
