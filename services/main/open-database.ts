import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { openLocalDatabase } from '#infra/local/local-database.ts';
import { migrate } from '#infra/postgres/migrate.ts';
import { ensureReaderRole } from '#infra/postgres/reader-role.ts';

import type { Config } from '#platform/config.ts';
import { companyReadsOn, createPool, createReaderPool, queriesOn } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { Log } from '#platform/log.ts';
import { READER_ROLE } from '#platform/tenant-isolation.port.ts';
import { CliError } from '#platform/terminal/cli-error.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { ensureSchema } from '#projections/runner/schema.ts';

export type OpenDatabase = {
  readonly pool: pg.Pool;
  readonly url: string;
  /** True when this process is the one that runs the embedded server. */
  readonly isOurs: boolean;
  /** Why people's questions cannot be asked by a role of their own, in the server's words; null when they can. */
  readonly readerRefused: string | null;
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
    const readerRefused = await prepare(pool);
    return { pool, url: config.databaseUrl, isOurs: false, readerRefused, serverPid: () => undefined };
  }
  const local = await openLocalDatabase(config.dataDir);
  lifecycle.opened('embedded Postgres', local.stop);
  const pool = createPool(local.url, POOL);
  lifecycle.opened('connections', () => pool.end());
  const readerRefused = await prepare(pool);
  return {
    pool,
    url: local.url,
    isOurs: local.started,
    readerRefused,
    serverPid: () => (local.started ? local.pid() : undefined),
  };
}

/** Creates the role before the tables, because a new table grants access only to an existing role. */
async function prepare(pool: pg.Pool): Promise<string | null> {
  const refused = await ensureReaderRole(pool);
  await migrate(pool);
  return refused;
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
      throw new CliError(`DATABASE_URL: ${host} says: ${(cause as Error).message}`, { cause });
    }
  }
}

/** Besides those of the owner; several processes share what a server has. */
const MOST_READERS = 12;

export type Reads = { readonly db: Kysely<ReadModels>; close(): Promise<void> };

/**
 * The read models as people ask them: behind the wall between companies. On a server that does not let us make
 * the role of the reader, or take it, the owner reads, and the start says so.
 */
export async function openReads(
  { pool, url, readerRefused }: Pick<OpenDatabase, 'pool' | 'url' | 'readerRefused'>,
  log: Pick<Log, 'warn'>,
): Promise<Reads> {
  if (readerRefused !== null) return withoutWall(pool, log, readerRefused);
  await ensureReadable(pool);
  const { connectionTimeoutMillis } = pool.options;
  const reader = createReaderPool(url, {
    max: MOST_READERS,
    ...(connectionTimeoutMillis === undefined ? {} : { connectionTimeoutMillis }),
    application_name: 'tallyboard reader',
  });
  const { rows } = await reader.query<{ role: string }>('SELECT current_user AS role');
  if (rows[0]?.role !== READER_ROLE) {
    await reader.end();
    return withoutWall(pool, log, 'the connection does not take a role; are there options in DATABASE_URL?');
  }
  return { db: companyReadsOn<ReadModels>(reader), close: () => reader.end() };
}

function withoutWall(pool: pg.Pool, log: Pick<Log, 'warn'>, reason: string): Reads {
  log.warn(
    `without row-level security: ${reason}. An administrator of the server can mend it: ` +
      `CREATE ROLE ${READER_ROLE}; GRANT ${READER_ROLE} TO <the user of DATABASE_URL>; then start again`,
  );
  return { db: queriesOn<ReadModels>(pool), close: async () => {} };
}

/** Whichever process comes first after an update: the reader may look into the schema from then on. */
async function ensureReadable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await ensureSchema(client, 'read');
  } finally {
    client.release();
  }
}
