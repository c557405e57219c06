import { type Kysely, sql } from 'kysely';

/** The event log and the only function that appends to it. The reasons are in infra/adr/0002. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE events (
      position    bigint      NOT NULL PRIMARY KEY,
      recorded_at timestamptz NOT NULL,
      revision    integer     NOT NULL,
      version     integer     NOT NULL,
      id          uuid        NOT NULL,
      stream      text        COLLATE "C" NOT NULL,
      type        text        NOT NULL,
      data        json        NOT NULL,
      metadata    json        NOT NULL,
      UNIQUE (stream, revision)
    )`.execute(db);

  // The next position follows from the newest event. If that event were deleted, its position would be given to
  // another event, and readers that are past this position would never read it.
  await sql`
    CREATE FUNCTION refuse_to_forget_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'events are never deleted' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER events_are_kept BEFORE DELETE OR TRUNCATE ON events
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget_events()`.execute(db);

  // Lists of text are passed as lines: no JSON and no checked name has a raw line feed, so nothing is escaped.
  // owners[e] is the append that event e belongs to, nths[e] its index in that append; both count from 1.
  await sql`
    CREATE FUNCTION append_events(
      streams text, expectations integer[], sizes integer[],
      owners integer[], nths integer[], ids uuid[], types text, versions integer[],
      data_lines text, metadata_lines text,
      OUT verdicts text, OUT written_at timestamptz
    ) LANGUAGE plpgsql AS $$
    DECLARE
      -- An expectation is the revision of the last event, or one of these.
      no_stream     CONSTANT integer := -1;
      any_revision  CONSTANT integer := -2;
      stream_exists CONSTANT integer := -3;
      names    text[]   := string_to_array(streams, E'\\n');
      actual   integer[];        -- per append: revision of the stream's last event, -1 when there is none
      bases    bigint[] := '{}'; -- per append: position before its first event, -1 when it writes nothing
      lines    text[]   := '{}'; -- per append: its verdict
      head     bigint;
      expected integer;
      size     integer;
      first    integer  := 1;    -- index of the append's first event
      before   integer;
      there    integer;
      place    bigint;
    BEGIN
      -- Lock, then allocate. Each statement below has a snapshot taken after the lock was got, so it sees all
      -- that was appended before, and positions become visible in their order.
      PERFORM pg_advisory_xact_lock('events'::regclass::oid::integer, 0);
      SELECT coalesce(max(position), 0) INTO head FROM events;
      actual := ARRAY(
        SELECT coalesce((SELECT revision FROM events WHERE stream = name ORDER BY revision DESC LIMIT 1), -1)
          FROM unnest(names) WITH ORDINALITY s(name, n) ORDER BY n);
      written_at := clock_timestamp();

      FOR i IN 1 .. cardinality(names) LOOP
        expected := expectations[i];
        size := sizes[i];
        there := 0;
        before := NULL;
        -- A retry finds its own events: where they were to be written, or anywhere if it named no revision.
        IF actual[i] > expected AND actual[i] >= 0 THEN
          before := expected;
          IF expected < no_stream THEN
            SELECT min(revision) - 1 INTO before FROM events
             WHERE stream = names[i] AND id = ANY (ids[first : first + size - 1]);
          END IF;
          SELECT count(*), max(position) INTO there, place FROM events
           WHERE stream = names[i] AND revision > before AND revision <= before + size
             AND id = ids[first + revision - before - 1];
        END IF;
        IF there = size THEN
          lines := lines || format('repeated %s %s', before + size, place);
          bases := bases || -1::bigint;
        ELSIF expected = actual[i] OR before IS NULL AND (
                expected = any_revision OR expected = stream_exists AND actual[i] >= 0) THEN
          bases := bases || head;
          head := head + size;
          lines := lines || format('appended %s %s', actual[i] + size, head);
        ELSE
          lines := lines || format('conflict %s', actual[i]);
          bases := bases || -1::bigint;
        END IF;
        first := first + size;
      END LOOP;
      verdicts := array_to_string(lines, E'\\n');

      INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
      SELECT bases[owner] + nth, written_at, actual[owner] + nth, version, id, names[owner], type,
             data::json, metadata::json
        FROM ROWS FROM (
               unnest(owners), unnest(nths), unnest(ids), unnest(versions), string_to_table(types, E'\\n'),
               string_to_table(data_lines, E'\\n'), string_to_table(metadata_lines, E'\\n')
             ) e(owner, nth, id, version, type, data, metadata)
       WHERE bases[owner] >= 0;
    END $$`.execute(db);
}
