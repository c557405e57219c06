import { type Kysely, sql } from 'kysely';

/**
 * Tables whose files may still hold bytes of erased rows; a rewritten table loses its mark. A trigger sets the marks, so
 * that they are in the transaction of the erasure, and those of the former version are there, too. See ADR 0026.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE tables_to_rewrite (
      name text PRIMARY KEY,
      -- grows with each erasure: a rewrite that began before the newest one does not count
      marks integer NOT NULL DEFAULT 1
    )`.execute(db);
  await sql`
    CREATE FUNCTION mark_tables_to_rewrite() RETURNS void LANGUAGE sql AS $$
      INSERT INTO tables_to_rewrite (name)
      SELECT format('%I.%I', n.nspname, c.relname) AS name
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'm') AND pg_has_role(c.relowner, 'USAGE')
         AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
       UNION ALL SELECT 'pg_catalog.pg_statistic' ORDER BY 1
      ON CONFLICT (name) DO UPDATE SET marks = tables_to_rewrite.marks + 1
    $$`.execute(db);
  await sql`
    CREATE FUNCTION note_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM mark_tables_to_rewrite();
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER erased_bytes_are_left AFTER UPDATE ON retention_log FOR EACH ROW
      WHEN (old.counts IS DISTINCT FROM new.counts OR old.finished_at IS DISTINCT FROM new.finished_at)
      EXECUTE FUNCTION note_erasure()`.execute(db);
  // What was erased before this version has left its bytes, too.
  await sql`SELECT mark_tables_to_rewrite() FROM (SELECT FROM retention_log LIMIT 1) AS erased`.execute(db);
}
