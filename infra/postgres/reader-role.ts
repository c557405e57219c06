import type pg from 'pg';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';

/**
 * Creates the role that runs the queries of signed-in people, unless the server has it, and lets the owner of the
 * database take that role. A role belongs to the server, so several databases share it; its rights belong to each
 * database. Returns null, or the server's message when this is not possible.
 */
export async function ensureReaderRole(pool: pg.Pool): Promise<string | null> {
  if (await mayRead(pool)) return null;
  try {
    await pool.query(`
      DO $$ BEGIN
        CREATE ROLE ${READER_ROLE} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await pool.query(`GRANT ${READER_ROLE} TO CURRENT_USER`);
  } catch (error) {
    // Another process that starts at the same time may have created it.
    return (await mayRead(pool)) ? null : (error as Error).message;
  }
  return null;
}

async function mayRead(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT pg_has_role(rolname, 'MEMBER') AS may FROM pg_roles WHERE rolname = $1`,
    [READER_ROLE],
  );
  return rows[0]?.may ?? false;
}
