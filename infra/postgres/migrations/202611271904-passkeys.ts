import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Passkeys of people, and the challenges that they sign. See ADR 0056. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE passkeys (
      credential_id bytea PRIMARY KEY,
      passkey_id text NOT NULL UNIQUE,
      company_id text NOT NULL,
      employee_id text NOT NULL,
      -- in COSE, as the authenticator sent it
      public_key bytea NOT NULL,
      -- of uses, by the authenticator; 0 for one that does not count
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX passkeys_of_employee ON passkeys (company_id, employee_id)`.execute(db);
  await sql.raw(tenantIsolation('passkeys')).execute(db);
  await sql`
    CREATE TABLE passkey_challenges (
      -- SHA-256 of the challenge with its purpose and person
      challenge_hash bytea PRIMARY KEY,
      expires_at timestamptz NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at)`.execute(db);
  // When a session proved again whose it is. Former versions do not write it: the beginning of the session counts then.
  await sql`ALTER TABLE sessions ADD COLUMN proven_at timestamptz`.execute(db);
}
