import { type Kysely, sql } from 'kysely';

/**
 * What finds the events of one company without a scan of the log; its index is in long-index.ts. The reasons are in
 * infra/adr/0002.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Metadata that names the company of its stream is written in one way: its first field, and no other of that name.
  // Whatever differs counts as misnamed. Only functions that take any bytes: it runs for each event that is appended.
  await sql`
    CREATE FUNCTION is_misnamed(stream text, metadata json) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN NOT (
      starts_with(metadata::text, '{"companyId":"')
      AND starts_with(stream || '_',
            split_part(stream, '-', 1) || '-' || split_part(metadata::text, '"', 4) || '_')
      AND split_part(metadata::text, '"companyId"', 3) = ''
      AND strpos(metadata::text, '\\') = 0)`.execute(db);

  // Streams are named kind-company or kind-company_subject. The kinds are those in the log, so one of a newer version,
  // or one that a person made up, is found too. '.' is the character that follows '-'.
  await sql`
    CREATE FUNCTION positions_of_company(
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
         WHERE with_misnamed AND is_misnamed(stream, metadata) AND type <> 'Erased'),
      page (position) AS (
        SELECT DISTINCT position FROM found WHERE position > behind AND position <= up_to
         ORDER BY position LIMIT most)
      SELECT string_agg(position::text, ',' ORDER BY position) FROM page
    $$`.execute(db);
}
