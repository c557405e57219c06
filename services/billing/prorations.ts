import type { Cents } from '#contracts/money.ts';

/** Both in seconds since 1970; `end` is the first second of the next period. */
export type Period = { readonly start: number; readonly end: number };

/**
 * The part of `cents` for what is left of the period at `at` (seconds since 1970), to the nearest cent, halves
 * up: cents × (end − at) / (end − start). All of it before the period, nothing after.
 * Source: "prorations are calculated to the second", the provider's page on prorations.
 */
export function proratedCents(cents: Cents, { start, end }: Period, at: number): Cents {
  const left = Math.min(Math.max(end - at, 0), end - start);
  // Exact: a month is 2.7 million seconds, and a bill of a billion cents times that stays a safe integer.
  return Math.floor((2 * cents * left + (end - start)) / (2 * (end - start)));
}

/**
 * `months` after the anchor (seconds since 1970), in UTC at the same time of day; a month that has no such day
 * gives its last one, and the next is counted from the anchor again: 31 January, 28 February, 31 March.
 */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}
