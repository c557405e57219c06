import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { startEmbeddedPostgres } from '#infra/local/embedded-postgres.ts';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { serverFolder } from '#tests/support/servers/server-folder.ts';

const PASSWORD = 'test';

export type Standby = {
  readonly url: string;
  /** Resolves when it has all that the first server has. */
  caughtUp(): Promise<void>;
  /** It receives nothing more. */
  cutOff(): Promise<void>;
  /** It becomes a server of its own. */
  promote(): Promise<void>;
};

/** A Postgres whose data a test copies. */
export type CopiedPostgres = {
  readonly url: string;
  /** Runs statements on a connection of its own. */
  ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it, copies its data and starts it again. */
  keepCopy(): Promise<void>;
  /** Stops it and starts it with the data of the copy. */
  putCopyBack(): Promise<void>;
  /** A second server, which follows the first from a copy of its data. */
  startStandby(): Promise<Standby>;
  /** Stops the servers and removes the data. */
  remove(): Promise<void>;
};

export async function startCopiedPostgres(): Promise<CopiedPostgres> {
  const folder = serverFolder();
  const port = await keptPort();
  const [directory, copy, ofStandby] = ['pg', 'copy', 'standby'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  const start = () => startEmbeddedPostgres({ directory, password: PASSWORD, port });
  let server = await start();
  const others: (typeof server)[] = [];
  const url = server.url('postgres');
  const ask = <Row extends pg.QueryResultRow>(text: string) => askAt<Row>(url, text);

  async function stoppedFor(work: () => void): Promise<void> {
    await server.stop();
    work();
    server = await start();
  }

  return {
    url,
    ask,
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
    keepCopy: () => stoppedFor(() => copyFolder(directory, copy)),
    putCopyBack: () => stoppedFor(() => copyFolder(copy, directory)),
    async startStandby() {
      await stoppedFor(() => copyFolder(directory, ofStandby));
      writeFileSync(join(ofStandby, 'standby.signal'), '');
      const source = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      appendFileSync(join(ofStandby, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      const standby = await startEmbeddedPostgres({ directory: ofStandby, password: PASSWORD });
      others.push(standby);
      const own = standby.url('postgres');
      const receivers = async () => (await ask('SELECT FROM pg_stat_replication')).length;
      return {
        url: own,
        async caughtUp() {
          const same = 'SELECT FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()';
          await expect.poll(async () => (await ask(same)).length, { message: 'the standby follows' }).toBe(1);
        },
        async cutOff() {
          await askAt(own, `ALTER SYSTEM SET primary_conninfo = ''`);
          await askAt(own, 'SELECT pg_reload_conf()');
          await expect.poll(receivers, { message: 'the standby receives nothing' }).toBe(0);
        },
        async promote() {
          await askAt(own, 'SELECT pg_promote()');
        },
      };
    },
    async remove() {
      await Promise.all([server, ...others].map((each) => each.stop()));
      folder.remove();
    },
  };
}

/** With owners and modes, by which Postgres knows its data. */
function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

async function askAt<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
