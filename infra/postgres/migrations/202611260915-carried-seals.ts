import { type Kysely, sql } from 'kysely';

/**
 * A link of an event that came from another installation covers its place in the log that sealed it. Null: it was sealed
 * in this log. See ADR 0052.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE seal_links
      ADD COLUMN sealed_position bigint,
      -- the time of recording, as the text that was sealed
      ADD COLUMN sealed_at text`.execute(db);
}
