import { isLocalDate } from '#contracts/local-date.ts';

/**
 * Whether these can be ids: a request may contain any text, also one that Postgres cannot store. Queries answer 'not
 * found' for those, so that no request ends in a database error.
 */
export function canExist(...ids: readonly string[]): boolean {
  return ids.every((id) => !id.includes('\0'));
}

/** Whether it is a date of the calendar that Postgres can store (it has no year 0). */
export function isDay(date: string): boolean {
  return isLocalDate(date) && !date.startsWith('0000');
}

/** Local dates, yyyy-mm-dd, both inclusive; without one there is no limit on that side. */
export type Period = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Whether its dates are ones that Postgres can store. */
export function isPeriod({ from, to }: Period): boolean {
  return [from, to].every((date) => date === undefined || isDay(date));
}
