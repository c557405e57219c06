import { type Kysely, sql } from 'kysely';

/** What a change of the email, and its undo, need to know of second factors and passkeys. See ADR 0056. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When a passkey last proved whose session it is, and which one. Former versions neither write nor read it.
  await sql`
    ALTER TABLE sessions
      ADD COLUMN passkey_proven_at timestamptz,
      ADD COLUMN proven_passkey_id text`.execute(db);
  // Since when the secret of an app counts, and when a code was made; null: before this migration. The defaults are
  // for former versions.
  for (const table of ['authenticators', 'recovery_codes']) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN created_at timestamptz`.execute(db);
    await sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN created_at SET DEFAULT now()`.execute(db);
  }
}
