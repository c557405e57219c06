import { type Kysely, sql } from 'kysely';

/** The processes that run, and which versions of each event they read. With a log: after a crash all are still known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE processes (
      id uuid PRIMARY KEY,
      reads jsonb NOT NULL,
      beat_at timestamptz NOT NULL
    )`.execute(db);
}
