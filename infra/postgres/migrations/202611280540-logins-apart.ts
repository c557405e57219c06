import { type Kysely, sql } from 'kysely';

/**
 * False for a process of the version before the logins of appends, seals and mail, which does all three as the program. Rights
 * are taken from that role when no such process runs. See ADR 0016.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE processes ADD COLUMN logins_apart boolean NOT NULL DEFAULT false`.execute(db);
}
