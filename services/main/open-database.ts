import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import type { Config } from '#platform/config.ts';
import { createPool, isDatabaseAway } from '#platform/database.ts';
import type { Lifecycle } from './lifecycle.ts';
import { StartError } from './start-error.ts';

export type OpenDatabase = {
  readonly pool: pg.Pool;
  readonly url: string;
  /** True when this process is the one that runs the embedded server. */
  readonly isOurs: boolean;
  /** Pid of the embedded server that this process runs, else undefined. */
  readonly serverPid: () => number | undefined;
};

const POOL = {
  max: 20,
  // A request that finds no connection is better told to come back than left to hang.
  connectionTimeoutMillis: 5000,
  application_name: 'tallyboard',
};
/** Servers that are started together come up in any order. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 300;

/** The database of this configuration with every migration applied. */
export async function openDatabase(config: Config, lifecycle: Lifecycle): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const pool = createPool(config.databaseUrl, POOL);
    lifecycle.opened('connections', () => pool.end());
    await untilReachable(pool, config.databaseUrl);
    await migrate(pool);
    return { pool, url: config.databaseUrl, isOurs: false, serverPid: () => undefined };
  }
  const local = await openLocalDatabase(config.dataDir);
  lifecycle.opened('embedded Postgres', local.stop);
  const pool = createPool(local.url, POOL);
  lifecycle.opened('connections', () => pool.end());
  await migrate(pool);
  return {
    pool,
    url: local.url,
    isOurs: local.started,
    serverPid: () => (local.started ? local.pid() : undefined),
  };
}

async function untilReachable(pool: pg.Pool, url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (cause) {
      if (isDatabaseAway(cause) && Date.now() < deadline) {
        await sleep(RETRY_MS);
        continue;
      }
      const { host } = new URL(url);
      throw new StartError(`DATABASE_URL: ${host} says: ${(cause as Error).message}`, { cause });
    }
  }
}
