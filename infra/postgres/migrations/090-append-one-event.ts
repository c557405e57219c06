import { type Kysely, sql } from 'kysely';

/**
 * The short way for most appends: one event to a stream whose revision is known. It keeps the order of
 * `append_events`: lock, then allocate, in a statement whose snapshot is taken after the lock. When the revision is
 * another one, it writes and returns nothing; `append_events` then tells a conflict from a repetition.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION append_event(
      onto text, expectation integer, event_id uuid, event_type text, event_version integer,
      event_data json, event_metadata json,
      OUT place bigint, OUT written_at timestamptz
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock('events'::regclass::oid::integer, 0);
      INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
      SELECT (SELECT coalesce(max(position), 0) + 1 FROM events), clock_timestamp(),
             expectation + 1, event_version, event_id, onto, event_type, event_data, event_metadata
       WHERE expectation =
             coalesce((SELECT revision FROM events WHERE stream = onto ORDER BY revision DESC LIMIT 1), -1)
      RETURNING position, recorded_at INTO place, written_at;
    END $$`.execute(db);
}
