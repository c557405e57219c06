import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { createPool } from '#platform/database.ts';
import { isTemporary } from '#platform/database-errors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const LIMITS = { running: 3, waiting: 20 };

let database: TestDatabase;
/** Two processes. */
let pools: [pg.Pool, pg.Pool];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = [createPool(database.url), createPool(database.url)];
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

const lockOf = (pool: pg.Pool) => createAdvisoryLock(pool, LIMITS);

/** Resolves when a connection waits for a lock with a name. */
async function isWaiting(): Promise<void> {
  const waiting = async () => {
    const { rowCount } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    return rowCount;
  };
  await expect.poll(waiting, { message: 'connections that wait for a lock' }).toBe(1);
}

describe('a lock with a name', () => {
  it('is held by one of two processes at a time', async () => {
    const [first, second] = pools.map(lockOf);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const steps: string[] = [];
    const holding = first?.hold('ada', async () => {
      steps.push('first begins');
      begun.resolve();
      await end.promise;
      steps.push('first ends');
    });
    await begun.promise;
    const waiting = second?.hold('ada', async () => {
      steps.push('second begins');
    });
    await isWaiting().finally(end.resolve);
    await Promise.all([holding, waiting]);
    expect(steps).toEqual(['first begins', 'first ends', 'second begins']);
  });

  it('is not waited for by work that runs only if it is free', async () => {
    const [first, second] = pools.map(lockOf);
    const ran: string[] = [];
    const tries = await first?.hold('ada', async () => [
      await second?.ifFree('ada', async () => void ran.push('ada')),
      await second?.ifFree('bob', async () => void ran.push('bob')),
    ]);
    expect(tries).toEqual([false, true]);
    expect(await second?.ifFree('ada', async () => void ran.push('ada, free again'))).toBe(true);
    expect(ran).toEqual(['bob', 'ada, free again']);
  });

  it('is free after work that failed', async () => {
    const [first, second] = pools.map(lockOf);
    await expect(first?.hold('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await second?.ifFree('ada', async () => {})).toBe(true);
  });

  it('is waited for as long as asked while another process stands still', async () => {
    const [first, second] = [lockOf(pools[0]), createAdvisoryLock(pools[1], { ...LIMITS, waitMs: 100 })];
    const refused = await first.hold('ada', () => second.hold('ada', async () => {}).catch((error) => error));
    expect(isTemporary(refused)).toBe(true);
    expect(await second.hold('ada', async () => 'free')).toBe('free');
  });

  it('is free at once when its holder dies', async () => {
    const [first, second] = pools.map(lockOf);
    const begun = Promise.withResolvers<void>();
    const never = Promise.withResolvers<void>();
    const holding = first?.hold('ada', () => {
      begun.resolve();
      return never.promise;
    });
    await begun.promise;
    const waiting = second?.hold('ada', async () => 'inherited');
    try {
      await isWaiting();
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      expect(await waiting).toBe('inherited');
    } finally {
      never.resolve();
    }
    await expect(holding).rejects.toThrow();
  });
});
