import type pg from 'pg';
import { READER_ROLE } from '#platform/company-wall.port.ts';

/**
 * Makes the role as which people's questions are asked, unless the server has it, and lets the owner of the
 * database take it. A role is the server's, so several databases share it; what it may see is each one's own.
 * Returns why that is not possible, in the server's words, or null when it is done.
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
    // Somebody who starts at the same time may have done it in between.
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
