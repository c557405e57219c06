import type { Cents } from '#contracts/money.ts';

/** CAD per company and month. */
export const BASE_CENTS: Cents = 150_00;
/** CAD per registered employee and month, the super employee included. */
export const SEAT_CENTS: Cents = 10_00;
export const TRIAL_DAYS = 7;

/** What a whole month costs, in cents. */
export function monthlyCents(seats: number): Cents {
  return BASE_CENTS + seats * SEAT_CENTS;
}
