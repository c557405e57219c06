import { type RawBuilder, sql } from 'kysely';

/** When to look again after `tries` (a column): 5, 10, 20 … seconds from now, five minutes at most. */
export function nextLook(now: Date): RawBuilder<Date> {
  return sql<Date>`${now}::timestamptz + least(300, 5 * 2 ^ least(tries, 6)) * interval '1 second'`;
}
