import { type Kysely, sql } from 'kysely';

/**
 * Old events leave the table for files; see ADR 0055. The append functions are those of 202611250150 and
 * positions_of_company is that of 202611260910, which know of the streams in the archive, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE log_archive (
      -- there is one row
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      -- all events up to this position are in the archive; rows of them that are left in the table are not read
      archived_to bigint NOT NULL DEFAULT 0,
      -- grows with every change of log_segments
      version integer NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`INSERT INTO log_archive DEFAULT VALUES`.execute(db);
  await sql`
    CREATE TABLE log_segments (
      first bigint PRIMARY KEY,
      last bigint NOT NULL,
      -- its two files, without their endings
      file text NOT NULL,
      -- SHA-256 of its manifest
      manifest text NOT NULL,
      archived_at timestamptz NOT NULL
    )`.execute(db);
  // What the log itself answers of them without a file: whether a stream is there, and where its events are.
  await sql`
    CREATE TABLE archived_streams (
      stream text COLLATE "C" NOT NULL,
      first_revision integer NOT NULL,
      last_revision integer NOT NULL,
      -- of these revisions, without a gap
      positions bigint[] NOT NULL,
      PRIMARY KEY (stream, last_revision)
    )`.execute(db);

  // Only what is in the archive may leave the table. TRUNCATE has no rows.
  await sql`
    CREATE OR REPLACE FUNCTION refuse_to_forget_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND TG_LEVEL = 'STATEMENT' THEN
        RETURN NULL;
      ELSIF TG_OP = 'DELETE' AND old.position <= (SELECT archived_to FROM log_archive) THEN
        RETURN old;
      END IF;
      RAISE EXCEPTION 'events are never deleted' USING ERRCODE = 'restrict_violation';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER only_archived_events_leave BEFORE DELETE ON events
      FOR EACH ROW EXECUTE FUNCTION refuse_to_forget_events()`.execute(db);

  // An event is archived when every process that runs reads the archive.
  await sql`ALTER TABLE processes ADD COLUMN reads_archive boolean NOT NULL DEFAULT false`.execute(db);

  // conditions are distinct streams; append i depends on stream depends_on[i] of them, 0 means on none, and holds while
  // that stream is not past revision until[i]. The other parameters are those of append_events.
  await sql`
    CREATE OR REPLACE FUNCTION append_events_if(
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
        SELECT coalesce(
                 (SELECT revision FROM events WHERE stream = name ORDER BY revision DESC LIMIT 1),
                 (SELECT last_revision FROM archived_streams WHERE stream = name ORDER BY last_revision DESC LIMIT 1),
                 -1)
          FROM unnest(names) WITH ORDINALITY s(name, n) ORDER BY n);
      reached := ARRAY(
        SELECT coalesce(
                 (SELECT revision FROM events WHERE stream = name ORDER BY revision DESC LIMIT 1),
                 (SELECT last_revision FROM archived_streams WHERE stream = name ORDER BY last_revision DESC LIMIT 1),
                 -1)
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
    CREATE OR REPLACE FUNCTION append_event_if(
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
             coalesce(
               (SELECT revision FROM events WHERE stream = onto ORDER BY revision DESC LIMIT 1),
               (SELECT last_revision FROM archived_streams WHERE stream = onto ORDER BY last_revision DESC LIMIT 1),
               -1)
         AND NOT EXISTS (SELECT FROM events WHERE stream = other_stream AND revision > until)
         AND NOT EXISTS (SELECT FROM archived_streams WHERE stream = other_stream AND last_revision > until)
      RETURNING position, recorded_at INTO place, written_at;
    END $$`.execute(db);

  // Streams are named kind-company or kind-company_subject. The kinds are those in the log, so one of a newer version,
  // or one that a person made up, is found too. '.' is the character that follows '-'.
  await sql`
    CREATE OR REPLACE FUNCTION positions_of_company(
      company text, behind bigint, up_to bigint, most integer, with_misnamed boolean
    ) RETURNS text LANGUAGE sql STABLE SET enable_seqscan = off SET jit = off AS $$
      WITH RECURSIVE kinds (kind) AS (
        SELECT split_part((SELECT min(stream) FROM events), '-', 1)
        UNION ALL
        SELECT (SELECT split_part(stream, '-', 1) FROM events
                 WHERE stream > kind || '.' ORDER BY stream LIMIT 1)
          FROM kinds WHERE kind IS NOT NULL),
      archived_kinds (kind) AS (
        SELECT split_part((SELECT min(stream) FROM archived_streams), '-', 1)
        UNION ALL
        SELECT (SELECT split_part(stream, '-', 1) FROM archived_streams
                 WHERE stream > kind || '.' ORDER BY stream LIMIT 1)
          FROM archived_kinds WHERE kind IS NOT NULL),
      names (name) AS (SELECT kind || '-' || company FROM kinds),
      archived_names (name) AS (SELECT kind || '-' || company FROM archived_kinds),
      found (position) AS MATERIALIZED (
        SELECT e.position FROM names JOIN events e ON e.stream = name
        UNION ALL
        SELECT e.position FROM names
          JOIN events e ON e.stream >= name || '_' AND e.stream < name || '_' || chr(1114111)
        UNION ALL
        SELECT position FROM events
         WHERE with_misnamed AND is_misnamed(stream, metadata) AND type <> 'Erased'
        UNION ALL
        SELECT unnest(s.positions) FROM archived_names JOIN archived_streams s ON s.stream = name
        UNION ALL
        SELECT unnest(s.positions) FROM archived_names
          JOIN archived_streams s ON s.stream >= name || '_' AND s.stream < name || '_' || chr(1114111)),
      page (position) AS (
        SELECT DISTINCT position FROM found WHERE position > behind AND position <= up_to
         ORDER BY position LIMIT most)
      SELECT string_agg(position::text, ',' ORDER BY position) FROM page
    $$`.execute(db);
}
