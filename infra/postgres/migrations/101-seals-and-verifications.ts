import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** The end of each chain at the end of each day, and the newest verification of each company. See ADR 0031. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE company_seals (
      company_id text NOT NULL,
      -- UTC
      day date NOT NULL,
      sealed_at timestamptz NOT NULL,
      -- the newest event of the chain then, how many there were, and its link
      position bigint NOT NULL,
      count bigint NOT NULL,
      link text NOT NULL,
      PRIMARY KEY (company_id, day)
    )`.execute(db);
  await sql.raw(tenantIsolation('company_seals')).execute(db);

  await sql`
    CREATE TABLE verifications (
      company_id text PRIMARY KEY,
      id text NOT NULL,
      started_at timestamptz NOT NULL,
      -- by the clock of the database: the process that runs it lives
      beat_at timestamptz NOT NULL,
      -- null while it runs
      finished_at timestamptz,
      checked bigint NOT NULL DEFAULT 0,
      total bigint NOT NULL,
      -- what was found, as the API says it; null while it runs
      result jsonb
    )`.execute(db);
  await sql.raw(tenantIsolation('verifications')).execute(db);
}
