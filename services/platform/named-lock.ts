import { sql } from 'kysely';
import type pg from 'pg';
import { queriesOn } from './database.ts';
import { createSlots } from './slots.ts';

/** Who holds a lock holds a connection, and works with others meanwhile: `running` far fewer than the pool has. */
export type LockLimits = { readonly running: number; readonly waiting: number };

export type NamedLock = ReturnType<typeof createNamedLock>;

/**
 * One piece of work under a name at a time, over all processes. Postgres frees the lock of a process that
 * died, at once; what the process did until then stays, since it did it by other connections.
 */
export function createNamedLock(pool: pg.Pool, limits: LockLimits) {
  const db = queriesOn<unknown>(pool);
  const slots = createSlots(limits);
  const key = (name: string) => sql`hashtextextended(${name}, 0)`;

  return {
    /** Waits for its turn. */
    hold<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return slots(() =>
        db.transaction().execute(async (transaction) => {
          await sql`SELECT pg_advisory_xact_lock(${key(name)})`.execute(transaction);
          return work();
        }),
      );
    },

    /** Does not wait: false when somebody is at it. */
    ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{
          free: boolean;
        }>`SELECT pg_try_advisory_xact_lock(${key(name)}) AS free`.execute(transaction);
        if (rows[0]?.free) await work();
        return rows[0]?.free ?? false;
      });
    },
  };
}
