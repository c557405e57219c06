import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** The people that an import added. See ADR 0048. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE import_people (
      company_id text NOT NULL,
      import_id text NOT NULL,
      employee_id text NOT NULL,
      -- null: not undone; else 'deleted' or 'kept'
      undone text,
      PRIMARY KEY (company_id, import_id, employee_id)
    )`.execute(db);
  await sql.raw(tenantIsolation('import_people')).execute(db);
}
