import { type Kysely, sql } from 'kysely';

/**
 * Old events leave the table for files; see ADR 0055. positions_of_company is that of 202611260910 and knows of them,
 * too. The append functions need not: the last event of each stream stays as a blank row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE log_archive (
      -- there is one row
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      -- all events up to this position are in the archive; rows of them that are left in the table are not read
      archived_to bigint NOT NULL DEFAULT 0,
      -- up to here the table has nothing of them but blank rows
      left_to bigint NOT NULL DEFAULT 0,
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
  // Where the events of a stream are that has more than one in a segment; of one alone, its blank row says it.
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
      names (name) AS (SELECT kind || '-' || company FROM kinds),
      found (position) AS MATERIALIZED (
        SELECT e.position FROM names JOIN events e ON e.stream = name
        UNION ALL
        SELECT e.position FROM names
          JOIN events e ON e.stream >= name || '_' AND e.stream < name || '_' || chr(1114111)
        UNION ALL
        SELECT position FROM events
         WHERE with_misnamed AND is_misnamed(stream, metadata) AND type <> 'Erased'
        UNION ALL
        SELECT unnest(s.positions) FROM names JOIN archived_streams s ON s.stream = name
        UNION ALL
        SELECT unnest(s.positions) FROM names
          JOIN archived_streams s ON s.stream >= name || '_' AND s.stream < name || '_' || chr(1114111)),
      page (position) AS (
        SELECT DISTINCT position FROM found WHERE position > behind AND position <= up_to
         ORDER BY position LIMIT most)
      SELECT string_agg(position::text, ',' ORDER BY position) FROM page
    $$`.execute(db);
}
