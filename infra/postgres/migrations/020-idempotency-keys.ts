import { type Kysely, sql } from 'kysely';

/** The replies to writes that were sent with an Idempotency-Key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE idempotency_keys (
      company_id text NOT NULL,
      employee_id text NOT NULL,
      key text NOT NULL,
      request text NOT NULL,
      body_hash text NOT NULL,
      created_at timestamptz NOT NULL,
      -- null until there is one
      answer jsonb,
      PRIMARY KEY (company_id, employee_id, key)
    )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)`.execute(db);
}
