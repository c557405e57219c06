import type pg from 'pg';
import { createPool } from '#platform/database.ts';

/** A pool of a process that dies before the n-th statement: the server gets no more, and open transactions roll back. */
export function dyingPool(url: string, dieAt: number) {
  const pool = createPool(url, { max: 4 });
  let [steps, died] = [0, false];
  const connect = pool.connect.bind(pool);
  const guarded = new WeakSet<pg.PoolClient>();
  const guard = (client: pg.PoolClient) => {
    if (guarded.has(client)) return client;
    guarded.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        steps += 1;
        if (steps < dieAt) return query(...args);
        died = true;
        return Promise.reject(new Error('killed'));
      },
    });
    return client;
  };
  Object.assign(pool, {
    connect: async () => guard(await connect()),
    query: async (...args: Parameters<pg.PoolClient['query']>) => {
      const client = guard(await connect());
      try {
        return await client.query(...args);
      } finally {
        client.release(died);
      }
    },
  });
  return { pool, hasDied: () => died, end: () => pool.end() };
}
