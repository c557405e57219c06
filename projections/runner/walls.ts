import type pg from 'pg';
import { systemScheduler } from '#platform/clock.ts';
import { isLostRace } from '#platform/database-errors.ts';
import { PROGRAM_ROLE, READER_ROLE, tenantIsolation } from '#platform/tenant-isolation.port.ts';
import { retiredReadModels } from '../all.projections.ts';
import type { Schema } from './schema.ts';

type Session = Pick<pg.ClientBase, 'query'>;

/** For programs and requests that still use the tables as they were. */
export const LOCK_TIMEOUT_MS = 1000;
const RETRY_MS = 500;
const ATTEMPTS = 200;

/** Changes a table while the version before this one uses it: that waits behind a lock that is waited for. */
export async function patiently(db: Session, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.query(
        `DO $$ BEGIN PERFORM set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true); ${statements}; END $$`,
      );
      return;
    } catch (error) {
      if (!isLostRace(error) || attempt >= ATTEMPTS) throw error;
      await systemScheduler.pause(RETRY_MS);
    }
  }
}

/**
 * Tables with rows of companies as a program before row-level security, or before the role of the program, made them. The
 * program reads no retired one, which may be in use until the leader drops it.
 */
const OPEN = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
   WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r'
     AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_id')
     AND (NOT c.relrowsecurity OR EXISTS (SELECT FROM pg_roles WHERE rolname = '${PROGRAM_ROLE}')
            AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'every_company')
            AND c.relname <> ALL ($2))`;
const RETIRED = Object.values(retiredReadModels).flat();

/** False after a rebuild by a version before the role of the program, which does not see the rows of such a table. */
export async function isWalledOff(db: Session | Pick<pg.Pool, 'query'>): Promise<boolean> {
  return (await db.query(OPEN, ['read', RETIRED])).rows.length === 0;
}

/**
 * Adds row-level security to tables of older versions of the program, and lets the roles that the server has select from
 * all tables of the schema, later ones included.
 */
export async function wallOffTables(db: Session, schema: Schema): Promise<void> {
  const { rows: open } = await db.query<{ name: string }>(OPEN, [schema, RETIRED]);
  for (const { name } of open) await patiently(db, tenantIsolation(name));
  const { rows: shutOut } = await db.query<{ role: string }>(
    `SELECT r.rolname AS role FROM pg_roles r
      WHERE r.rolname = ANY ($1) AND NOT (
              has_schema_privilege(r.oid, $2::regnamespace, 'USAGE')
                AND has_schema_privilege(r.oid, 'public', 'USAGE') AND NOT EXISTS (
                SELECT FROM pg_class c WHERE c.relnamespace = $2::regnamespace AND c.relkind IN ('r', 'v')
                   AND NOT has_table_privilege(r.oid, c.oid, 'SELECT')))`,
    [[READER_ROLE, PROGRAM_ROLE], schema],
  );
  for (const { role } of shutOut)
    await db.query(`
      -- In public is the collation of lists.
      GRANT USAGE ON SCHEMA ${schema}, public TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role};
      ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${role};`);
}
