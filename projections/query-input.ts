import { isLocalDate } from '#contracts/local-date.ts';

/**
 * What a request names may be anything; a text that Postgres cannot even hold names nothing. Query functions
 * answer 'not found' for it, so that no request ends in a failed cast.
 */
export function canExist(...ids: readonly string[]): boolean {
  return ids.every((id) => !id.includes('\0'));
}

/** A date that is in the calendar and that Postgres knows (it has no year 0). */
export function isDay(date: string): boolean {
  return isLocalDate(date) && !date.startsWith('0000');
}
