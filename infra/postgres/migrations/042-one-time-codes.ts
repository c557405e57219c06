import { type Kysely, sql } from 'kysely';

/** Mailed codes that are not used yet. Neither codes nor `otpId`s are stored in plain text. See ADR 0021. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE one_time_codes (
      flow text NOT NULL CHECK (flow IN ('registration', 'password reset')),
      -- lower case
      email text NOT NULL,
      -- a digest of the device or network that asked; one code each, so that nobody undoes another's
      asker text NOT NULL,
      -- SHA-256 of the otpId
      otp_hash bytea NOT NULL UNIQUE,
      -- argon2id; null once it was verified
      code_hash text,
      tries integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (flow, email, asker)
    )`.execute(db);
  await sql`CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at)`.execute(db);
}
