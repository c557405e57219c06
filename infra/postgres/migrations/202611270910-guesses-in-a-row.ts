import { type Kysely, sql } from 'kysely';

/** Wrong passwords from strangers since the last sign-in or new password, see ADR 0038. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE accounts ADD COLUMN guesses_in_a_row integer NOT NULL DEFAULT 0`.execute(db);
}
