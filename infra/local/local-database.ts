import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemScheduler } from '#platform/clock.ts';
import { createPool } from '#platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isRunning, type Postmaster, parentOf, readPostmasterFile } from './postmaster-file.ts';

/** The database of `DATA_DIR`. */
export type LocalDatabase = {
  readonly url: string;
  /** False: another process of ours runs it and stops it. */
  readonly started: boolean;
  /** Process id of the server; changes when it had to be started again. */
  pid(): number;
  stop(): Promise<void>;
};

export const LOCAL_DATABASE = 'tallyboard';

/** Little memory, and durable: a power failure loses nothing that was acknowledged. */
const SETTINGS = {
  shared_buffers: '128MB',
  wal_buffers: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'on',
};

const RESTART_PAUSE_MS = 100;
const START_PATIENCE_MS = 10_000;
/** Postgres' message while backends of a killed server still run. */
const STILL_ENDING = /shared memory block|lock file/;

/**
 * Connects to the Postgres of this folder when another process runs it already (`npm run import` beside `npm start`),
 * else starts it. A server that is killed is started again on the same port. The password is generated on first use
 * and kept in the folder, readable by its owner only.
 */
export async function openLocalDatabase(dataDir: string): Promise<LocalDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const directory = join(dataDir, 'postgres');
  const password = keptPassword(dataDir);
  const running = await findRunning(dataDir, directory, password);
  if (running) {
    return { url: running.url, started: false, pid: () => running.pid, stop: async () => {} };
  }
  const server = await superviseServer(dataDir, directory, password);
  await createDatabase(server.url('postgres'));
  return { ...server, url: server.url(LOCAL_DATABASE), started: true };
}

function keptPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password');
  try {
    writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

const starterFile = (dataDir: string) => join(dataDir, 'postgres-started-by');

/** A server whose parent was killed is about to stop, so this waits for its end instead of connecting. */
async function findRunning(dataDir: string, directory: string, password: string) {
  const server = await untilReady(dataDir, directory);
  if (!server) return undefined;
  const url = localUrl(password, server.port, LOCAL_DATABASE);
  const pool = createPool(url, { max: 1, connectionTimeoutMillis: 5000 });
  try {
    await pool.query('SELECT 1');
    return { url, pid: server.pid };
  } catch {
    return undefined;
  } finally {
    await pool.end();
  }
}

async function untilReady(dataDir: string, directory: string): Promise<Postmaster | undefined> {
  for (;;) {
    const server = readPostmasterFile(directory);
    if (!server || !isRunning(server.pid)) return undefined;
    const parent = parentOf(server.pid);
    if (parent !== undefined && parent !== starterOf(dataDir)) return undefined;
    if (server.ready) return server;
    await systemScheduler.pause(50);
  }
}

function starterOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(starterFile(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

async function superviseServer(dataDir: string, directory: string, password: string) {
  const start = (port?: number) => startEmbeddedPostgres({ directory, password, port, settings: SETTINGS });
  const startPatiently = async (): Promise<EmbeddedPostgres> => {
    const deadline = systemScheduler.now() + START_PATIENCE_MS;
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (!STILL_ENDING.test((error as Error).message) || systemScheduler.now() > deadline) throw error;
        await systemScheduler.pause(RESTART_PAUSE_MS);
      }
    }
  };
  writeFileSync(starterFile(dataDir), String(process.pid));
  let server = await startPatiently();
  let stopping = false;

  const restart = async (port: number): Promise<EmbeddedPostgres | undefined> => {
    while (!stopping) {
      try {
        return await start(port);
      } catch {
        // Whatever the error is (a full disk, backends that are still ending), the program tries again.
        await systemScheduler.pause(RESTART_PAUSE_MS);
      }
    }
    return undefined;
  };
  const watch = async (): Promise<void> => {
    while (!stopping) {
      await server.exited;
      if (stopping) return;
      server = (await restart(server.port)) ?? server;
    }
  };
  const watching = watch();

  return {
    url: (database: string) => localUrl(password, server.port, database),
    pid: () => server.pid,
    stop: async () => {
      stopping = true;
      await server.stop();
      await watching;
      // A restart that was under way has ended by now and left a new server.
      await server.stop();
    },
  };
}

function localUrl(password: string, port: number, database: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function createDatabase(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    const found = await pool.query('SELECT 1 FROM pg_database WHERE datname = $1', [LOCAL_DATABASE]);
    if (found.rowCount === 0) await pool.query(`CREATE DATABASE ${LOCAL_DATABASE}`);
  } finally {
    await pool.end();
  }
}
