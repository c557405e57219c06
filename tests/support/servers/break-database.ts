import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import type { Write } from './hold-up.ts';

/** The program cannot read this read model until `mend`, or until the test ends: a failure with its own words. */
export function breakReads(pool: pg.Pool, readModel: string) {
  const reading = `SELECT ON read.${readModel}`;
  return broken(pool, `REVOKE ${reading} FROM ${READER_ROLE}`, `GRANT ${reading} TO ${READER_ROLE}`);
}

/** The database refuses every such write until `mend`, or until the test ends. */
export const breakWrites = (pool: pg.Pool, { table, event, condition }: Write) =>
  broken(
    pool,
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
       $$BEGIN RAISE EXCEPTION 'broken by a test'; END$$;
     CREATE TRIGGER a_fault BEFORE ${event} ON ${table} FOR EACH ROW
       ${event === 'DELETE' ? '' : `WHEN (${condition})`} EXECUTE FUNCTION broken()`,
    'DROP FUNCTION IF EXISTS broken CASCADE',
  );

/** The event store refuses every event of this type. */
export const breakEvents = (pool: pg.Pool, type: string) =>
  breakWrites(pool, { table: 'events', event: 'INSERT', condition: `new.type = '${type}'` });

async function broken(pool: pg.Pool, fault: string, repair: string): Promise<() => Promise<void>> {
  const mend = async () => void (await pool.query(repair));
  onTestFinished(mend);
  await pool.query(fault);
  return mend;
}
