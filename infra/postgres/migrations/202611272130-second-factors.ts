import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Authenticator apps, recovery codes, and sign-ins between password and code. See ADR 0056. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE authenticators (
      company_id text NOT NULL,
      employee_id text NOT NULL,
      -- what the app of the person computes its codes from; null until a first code proved it
      secret bytea,
      -- the same, waiting for its first code
      offered bytea,
      -- of the last accepted code: the number of its 30 seconds since 1970
      last_step bigint NOT NULL DEFAULT 0,
      -- of strangers, in a row
      wrong_codes smallint NOT NULL DEFAULT 0,
      PRIMARY KEY (company_id, employee_id)
    )`.execute(db);
  await sql`
    CREATE TABLE recovery_codes (
      -- SHA-256 of the code, with its owner
      code_hash bytea PRIMARY KEY,
      company_id text NOT NULL,
      employee_id text NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX recovery_codes_of_employee ON recovery_codes (company_id, employee_id)`.execute(db);
  await sql`
    CREATE TABLE second_steps (
      -- SHA-256 of the token in a cookie
      token_hash bytea PRIMARY KEY,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      -- that matched in the first step
      password_hash text NOT NULL,
      expires_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX second_steps_by_expiry ON second_steps (expires_at)`.execute(db);
  for (const table of ['authenticators', 'recovery_codes', 'second_steps'])
    await sql.raw(tenantIsolation(table)).execute(db);
  // Whether the managers of a company need a second factor.
  await sql`ALTER TABLE account_rules ADD COLUMN managers_factor boolean NOT NULL DEFAULT false`.execute(db);
  // Whether the session first has to set up a second factor. Former versions neither write nor read it.
  await sql`ALTER TABLE sessions ADD COLUMN needs_factor boolean NOT NULL DEFAULT false`.execute(db);
}
