import { type Kysely, sql } from 'kysely';

/**
 * The end of each batch of links is signed with a key outside the database. Null: a link within a batch, or of a former
 * version. `signs_as`: the public key of a process; null in one that does not sign. See ADR 0027.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE seal_links ADD COLUMN signature bytea`.execute(db);
  await sql`ALTER TABLE processes ADD COLUMN signs_as text`.execute(db);
}
