import { sql } from 'kysely';
import type pg from 'pg';
import { directOf, queriesOn } from '../database.ts';
import { createSemaphore } from './mutex.ts';

export type LockLimits = {
  /** Each lock occupies one connection while its task uses others, so this must be far below the pool's size. */
  readonly running: number;
  readonly waiting: number;
  /** How long to wait for another process, which may stand still; without end by default. */
  readonly waitMs?: number;
};

/**
 * Runs one task per name at a time, over all processes. Postgres frees the lock of a process that died at once.
 * What that process had written by then stays, because tasks write through other connections. A task may take long.
 */
export function createAdvisoryLock(pool: pg.Pool, limits: LockLimits) {
  const db = queriesOn<unknown>(directOf(pool));
  const limited = createSemaphore(limits);
  const idle = sql`set_config('idle_in_transaction_session_timeout', '0', true)`;
  const wait = sql`set_config('lock_timeout', ${String(limits.waitMs ?? 0)}, true)`;
  const key = (name: string) => sql`hashtextextended(${name}, 0)`;

  return {
    /** Waits until the name is free. After `waitMs` it throws what `isTemporary` knows. */
    hold<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return limited(() =>
        db.transaction().execute(async (transaction) => {
          await sql`SELECT ${idle}, ${wait}, pg_advisory_xact_lock(${key(name)})`.execute(transaction);
          return work();
        }),
      );
    },

    /** Does not wait: returns false when the name is taken. */
    ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{
          free: boolean;
        }>`SELECT ${idle}, pg_try_advisory_xact_lock(${key(name)}) AS free`.execute(transaction);
        if (rows[0]?.free) await work();
        return rows[0]?.free ?? false;
      });
    },
  };
}
