import { type Kysely, sql } from 'kysely';

/** Counters of rate limits; the columns are those of rate-limiter-flexible. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE rate_limits (
      -- the rule and a digest of the subject; no address is kept in the clear
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      -- milliseconds since 1970
      expire bigint
    )`.execute(db);
  await sql`CREATE INDEX rate_limits_by_expiry ON rate_limits (expire)`.execute(db);
}
