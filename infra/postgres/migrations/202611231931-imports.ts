import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Files of sales that a super employee brings, which sales came from them, and which rows were refused. See ADR 0048. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE imports (
      company_id text NOT NULL,
      import_id text NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz NOT NULL,
      file_name text NOT NULL,
      -- of the file; it is dropped when all rows are through
      digest text NOT NULL,
      file text,
      plan jsonb NOT NULL,
      state text NOT NULL,
      -- events after this position are of this import; null before the start
      head bigint,
      total integer NOT NULL,
      read integer NOT NULL DEFAULT 0,
      accepted integer NOT NULL DEFAULT 0,
      known integer NOT NULL DEFAULT 0,
      refused integer NOT NULL DEFAULT 0,
      PRIMARY KEY (company_id, import_id)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX imports_at_work ON imports (company_id) WHERE state IN ('running', 'undoing')`.execute(
    db,
  );
  await sql.raw(tenantIsolation('imports')).execute(db);

  await sql`
    CREATE TABLE import_sales (
      company_id text NOT NULL,
      import_id text NOT NULL,
      sale_id text NOT NULL,
      -- null: not undone; else 'deleted' or 'kept'
      undone text,
      PRIMARY KEY (company_id, import_id, sale_id)
    )`.execute(db);
  await sql.raw(tenantIsolation('import_sales')).execute(db);

  await sql`
    CREATE TABLE import_refusals (
      company_id text NOT NULL,
      import_id text NOT NULL,
      line integer NOT NULL,
      -- empty: the whole row
      field text NOT NULL,
      reason text NOT NULL,
      PRIMARY KEY (company_id, import_id, line)
    )`.execute(db);
  await sql.raw(tenantIsolation('import_refusals')).execute(db);
}
