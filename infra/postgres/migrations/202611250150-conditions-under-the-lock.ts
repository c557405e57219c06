import { type Kysely, sql } from 'kysely';

/**
 * The appends of 001 and 090 with their conditions: another stream must not have gone past a revision. They are checked
 * under the lock that gives the positions, each append by itself. The former names stay for programs of the version
 * before, which run while this one starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // conditions are distinct streams; append i depends on stream depends_on[i] of them, 0 means on none, and holds while
  // that stream is not past revision until[i]. The other parameters are those of append_events.
  await sql`
    CREATE FUNCTION append_events_if(
      streams text, expectations integer[], sizes integer[],
      owners integer[], nths integer[], ids uuid[], types text, versions integer[],
      data_lines text, metadata_lines text,
      conditions text, depends_on integer[], until integer[],
      OUT verdicts text, OUT written_at timestamptz
    ) LANGUAGE plpgsql AS $$
    DECLARE
      -- An expectation is the revision of the last event, or one of these.
      no_stream     CONSTANT integer := -1;
      any_revision  CONSTANT integer := -2;
      stream_exists CONSTANT integer := -3;
      names    text[]   := string_to_array(streams, E'\\n');
      others   text[]   := string_to_array(conditions, E'\\n');
      actual   integer[];        -- per append: revision of the stream's last event, -1 when there is none
      reached  integer[];        -- the same per condition
      bases    bigint[] := '{}'; -- per append: position before its first event, -1 when it writes nothing
      lines    text[]   := '{}'; -- per append: its verdict
      head     bigint;
      expected integer;
      size     integer;
      first    integer  := 1;    -- index of the append's first event
      before   integer;
      there    integer;
      place    bigint;
      other    integer;
    BEGIN
      -- Lock, then allocate. Each statement below has a snapshot taken after the lock was got, so it sees all
      -- that was appended before, and positions become visible in their order.
      PERFORM pg_advisory_xact_lock('events'::regclass::oid::integer, 0);
      SELECT coalesce(max(position), 0) INTO head FROM events;
      actual := ARRAY(
        SELECT coalesce((SELECT revision FROM events WHERE stream = name ORDER BY revision DESC LIMIT 1), -1)
          FROM unnest(names) WITH ORDINALITY s(name, n) ORDER BY n);
      reached := ARRAY(
        SELECT coalesce((SELECT revision FROM events WHERE stream = name ORDER BY revision DESC LIMIT 1), -1)
          FROM unnest(others) WITH ORDINALITY s(name, n) ORDER BY n);
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
        ELSIF (depends_on[i] = 0 OR reached[depends_on[i]] <= until[i])
              AND (expected = actual[i] OR before IS NULL AND (
                   expected = any_revision OR expected = stream_exists AND actual[i] >= 0)) THEN
          bases := bases || head;
          head := head + size;
          lines := lines || format('appended %s %s', actual[i] + size, head);
          -- The appends that follow in this batch stand behind this one.
          other := array_position(others, names[i]);
          IF other IS NOT NULL THEN
            reached[other] := actual[i] + size;
          END IF;
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

  // The short way for one event. Without a condition, other_stream is null.
  await sql`
    CREATE FUNCTION append_event_if(
      onto text, expectation integer, event_id uuid, event_type text, event_version integer,
      event_data json, event_metadata json, other_stream text, until integer,
      OUT place bigint, OUT written_at timestamptz
    ) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock('events'::regclass::oid::integer, 0);
      INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
      SELECT (SELECT coalesce(max(position), 0) + 1 FROM events), clock_timestamp(),
             expectation + 1, event_version, event_id, onto, event_type, event_data, event_metadata
       WHERE expectation =
             coalesce((SELECT revision FROM events WHERE stream = onto ORDER BY revision DESC LIMIT 1), -1)
         AND NOT EXISTS (SELECT FROM events WHERE stream = other_stream AND revision > until)
      RETURNING position, recorded_at INTO place, written_at;
    END $$`.execute(db);

  await sql`
    CREATE OR REPLACE FUNCTION append_events(
      streams text, expectations integer[], sizes integer[],
      owners integer[], nths integer[], ids uuid[], types text, versions integer[],
      data_lines text, metadata_lines text,
      OUT verdicts text, OUT written_at timestamptz
    ) LANGUAGE sql AS $$
      SELECT * FROM append_events_if(
        streams, expectations, sizes, owners, nths, ids, types, versions, data_lines, metadata_lines,
        '', array_fill(0, ARRAY[cardinality(sizes)]), array_fill(0, ARRAY[cardinality(sizes)]))
    $$`.execute(db);
  await sql`
    CREATE OR REPLACE FUNCTION append_event(
      onto text, expectation integer, event_id uuid, event_type text, event_version integer,
      event_data json, event_metadata json,
      OUT place bigint, OUT written_at timestamptz
    ) LANGUAGE sql AS $$
      SELECT * FROM append_event_if(
        onto, expectation, event_id, event_type, event_version, event_data, event_metadata, NULL, NULL)
    $$`.execute(db);
}
