import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { WAIT_OPTIONS } from '#tests/support/max-wait.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';

/**
 * When Postgres is killed, all is lost that it has not handed to the system yet. Here only a commit does that, and
 * nothing in the background, so a commit that does not wait for it is lost for certain.
 */
const SETTINGS = {
  wal_writer_delay: '10s',
  bgwriter_lru_maxpages: '0',
  autovacuum: 'off',
};

export type KillablePostgres = {
  readonly url: string;
  /** kill -9 of every process of the server. */
  kill(): Promise<void>;
  /** Starts it again, with its data, on the same port. */
  start(): Promise<void>;
  /** The same, if it has ended by itself. */
  startIfEnded(): Promise<void>;
  /** Makes writes to the table wait, until one waits or the work has ended; the result lets them go on. */
  holdUp(table: string, work: Promise<unknown>): Promise<() => Promise<void>>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

export async function startKillablePostgres(folder = serverFolder()): Promise<KillablePostgres> {
  const port = await keptPort();
  const directory = join(folder.path, 'pg');
  const start = () => startEmbeddedPostgres({ directory, password: 'test', port, settings: SETTINGS });
  let server = await start();
  const url = server.url('postgres');
  let hasEnded = false;
  const watch = () => void server.exited.then(() => (hasEnded = true));
  watch();
  const startAgain = async () => {
    // Its other processes may end a moment later.
    server = await vi.waitFor(start, WAIT_OPTIONS);
    hasEnded = false;
    watch();
  };
  return {
    url,
    async kill() {
      process.kill(-server.pid, 'SIGKILL');
      await server.exited;
    },
    start: startAgain,
    async startIfEnded() {
      if (hasEnded) await startAgain();
    },
    async holdUp(table, work) {
      let hasEnded = false;
      const end = () => {
        hasEnded = true;
      };
      work.then(end, end);
      const holder = new pg.Client({ connectionString: url });
      // It may be killed with the server.
      holder.on('error', () => {});
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
      const isReached = async () => hasEnded || (await holder.query(waiting)).rowCount !== 0;
      await expect.poll(isReached, { message: `a write waits for ${table}` }).toBe(true);
      return () => holder.end().catch(() => {});
    },
    async remove() {
      await server.stop();
      folder.remove();
    },
  };
}
