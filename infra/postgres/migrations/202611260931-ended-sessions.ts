import { type Kysely, sql } from 'kysely';

/** Each process with open connections asks twice a second which sessions were ended lately, see ADR 0013. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX sessions_ended ON sessions (revoked_at) WHERE revoked_at IS NOT NULL`.execute(db);
}
