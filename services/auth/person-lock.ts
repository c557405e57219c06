import { sql } from 'kysely';
import type pg from 'pg';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/person.ts';
import { createSlots } from './slots.ts';

/** Who holds a lock holds a connection, and works with others meanwhile: far fewer than the pool has. */
const HOLDING = { running: 3, waiting: 500 };

/**
 * One change of a person's account at a time, over all processes. Postgres frees the lock of a process that
 * died, at once; what the process did until then stays, since it did it by other connections.
 */
export function createPersonLock(pool: pg.Pool) {
  const db = queriesOn<unknown>(pool);
  const slots = createSlots(HOLDING);
  const key = ({ companyId, employeeId }: Person) =>
    sql`hashtextextended(${`account ${companyId} ${employeeId}`}, 0)`;

  return {
    /** Waits for its turn. */
    hold<Value>(person: Person, work: () => Promise<Value>): Promise<Value> {
      return slots(() =>
        db.transaction().execute(async (transaction) => {
          await sql`SELECT pg_advisory_xact_lock(${key(person)})`.execute(transaction);
          return work();
        }),
      );
    },

    /** Does not wait: false when somebody is at it. */
    ifFree(person: Person, work: () => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{
          free: boolean;
        }>`SELECT pg_try_advisory_xact_lock(${key(person)}) AS free`.execute(transaction);
        if (rows[0]?.free) await work();
        return rows[0]?.free ?? false;
      });
    },
  };
}
