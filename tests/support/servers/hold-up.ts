import type pg from 'pg';
import { expect } from 'vitest';

/** A lock number that nothing else uses. */
const KEY = 4242;

export type Write = {
  readonly table: string;
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** A condition on the row in SQL; a DELETE matches every row. */
  readonly condition: string;
};

/** Makes every write of such a row wait, so that a test can do something else, or kill the process, at that write. */
export async function holdUp(pool: pg.Pool, { table, event, condition }: Write) {
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [KEY]);
  await pool.query(`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(${KEY});
      RETURN CASE WHEN TG_OP = 'DELETE' THEN old ELSE new END;
    END $$;
    CREATE TRIGGER a_hold_up BEFORE ${event} ON ${table} FOR EACH ROW
      ${event === 'DELETE' ? '' : `WHEN (${condition})`} EXECUTE FUNCTION hold_up()`);
  let waiting: number | undefined;

  async function unlock(): Promise<void> {
    await holder.query('SELECT pg_advisory_unlock($1)', [KEY]);
    holder.release();
  }

  /** Waits for the writes, since it locks the table. */
  const removed = () => pool.query(`DROP TRIGGER a_hold_up ON ${table}; DROP FUNCTION hold_up()`);

  return {
    /** Resolves when a process waits. */
    async reached(): Promise<void> {
      const waits = async () => {
        const { rows } = await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${KEY} AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        waiting = rows[0]?.pid;
        return waiting;
      };
      await expect.poll(waits, { message: `process that waits at the ${event} in ${table}` }).toBeDefined();
    },
    /** Call when the process is dead: resolves when the server has committed or rolled back its transaction. */
    async outlived(): Promise<void> {
      await unlock();
      const sessions = async () =>
        (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [waiting])).rows.length;
      await expect.poll(sessions, { message: 'database sessions of the dead process' }).toBe(0);
      await removed();
    },
    /** Lets the write go on. */
    async release(): Promise<void> {
      await unlock();
      await removed();
    },
  };
}

/** Resolves when this work is done or waits for a row that another transaction has locked. */
export async function doneOrBlocked(pool: pg.Pool, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const locked = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
    );
    return isDone || rowCount !== 0;
  };
  const blocked = expect.poll(locked, { message: 'the work is done or waits for a row' }).toBe(true);
  await Promise.race([done, blocked]);
}
