import { type Kysely, sql } from 'kysely';

/** Accounts, sessions and sign-in limits: facts of the auth slice that must not be in events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      company_id text NOT NULL,
      employee_id text NOT NULL,
      -- lower case; one email belongs to one employee across the whole installation
      email text NOT NULL UNIQUE,
      -- null: nobody can sign in until a password is set
      password_hash text,
      -- last zone a browser of this person sent
      time_zone text,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, employee_id)
    )`.execute(db);
  await sql`
    CREATE TABLE sessions (
      token_hash bytea PRIMARY KEY,
      session_id text NOT NULL UNIQUE,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      time_zone text NOT NULL,
      address text NOT NULL,
      created_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX sessions_of_employee ON sessions (company_id, employee_id)`.execute(db);
  await sql`CREATE INDEX sessions_by_expiry ON sessions (expires_at)`.execute(db);
  await sql`
    CREATE TABLE sign_in_failures (
      -- a digest of the account or address; neither is kept in the clear
      subject text PRIMARY KEY,
      -- one entry per failure, see sign-in-limits.ts
      failures bigint[] NOT NULL,
      last_failed_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_failed_at)`.execute(db);
}
