import { type Kysely, sql } from 'kysely';
import { tenantIsolation } from '#platform/tenant-isolation.port.ts';

/** Row-level security: the owner of these tables sees every row; any other role sees only those of its company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND a.attname = 'company_id' AND NOT c.relrowsecurity`.execute(db);
  for (const { name } of rows) await sql.raw(tenantIsolation(name)).execute(db);
  await sql`ALTER TABLE events ENABLE ROW LEVEL SECURITY`.execute(db);
  await sql`
    CREATE POLICY own_company ON events
      USING (metadata->>'companyId' = current_setting('tallyboard.company_id', true))`.execute(db);
}
