import type { Cents } from './money.ts';

/** CAD per company and month. */
export const BASE_CENTS: Cents = 150_00;
/** CAD per registered employee and month, the super employee included. */
export const SEAT_CENTS: Cents = 10_00;
export const TRIAL_DAYS = 7;

/** What a whole month costs, in cents. */
export function monthlyCents(seats: number): Cents {
  return BASE_CENTS + seats * SEAT_CENTS;
}

/** A price in whole dollars as texts have it: `$150`. */
const inDollars = (cents: Cents) => `$${cents / 100}`;
export const BASE_PRICE = inDollars(BASE_CENTS);
export const SEAT_PRICE = inDollars(SEAT_CENTS);
