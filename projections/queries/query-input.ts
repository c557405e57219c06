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
