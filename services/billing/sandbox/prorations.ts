import type { Cents } from '#contracts/money.ts';
import { addMonths } from '#platform/add-months.ts';

/** Both in seconds since 1970; `end` is the first second of the next period. */
export type Period = { readonly start: number; readonly end: number };

/**
 * The part of `cents` for the rest of the period after `at` (seconds since 1970), to the nearest cent, halves up:
 * cents × (end − at) / (end − start). All of it before the period, nothing after.
 * Source: "prorations are calculated to the second", Stripe's page on prorations.
 */
export function proratedCents(cents: Cents, { start, end }: Period, at: number): Cents {
  const left = Math.min(Math.max(end - at, 0), end - start);
  // Exact: a month has 2.7 million seconds, and that times an invoice of a billion cents is a safe integer.
  return Math.floor((2 * cents * left + (end - start)) / (2 * (end - start)));
}

/**
 * `months` after the anchor (seconds since 1970), in UTC at the same time of day. A month without that day gives
 * its last day. Each month is counted from the anchor: 31 January, 28 February, 31 March.
 */
export function monthsAfter(anchor: number, months: number): number {
  return addMonths(new Date(anchor * 1000), months).getTime() / 1000;
}
