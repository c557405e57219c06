import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ownLogins } from '#infra/postgres/roles.ts';
import { keptPort } from './kept-port.ts';

export type Pgbouncer = {
  readonly url: string;
  /** The names of the connections that it has from processes to a database. */
  clients(): Promise<readonly string[]>;
  stop(): Promise<void>;
};

/** False on a machine without PgBouncer: its tests are then skipped. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0;

/** Fewer connections than a process may have, so that they are shared all the time. */
const SHARED = 3;
/** PgBouncer does not run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A PgBouncer in transaction mode in front of a database; `connectQuery` runs on each connection that it opens. */
export async function startPgbouncer(databaseUrl: string, connectQuery?: string): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const isRoot = process.getuid?.() === 0;
  // Another system user reads it, for whom the folder of a test run may be closed.
  const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await keptPort();
  const file = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    return join(folder, name);
  };
  const logins = Object.values(ownLogins(databaseUrl) ?? {});
  const known = [{ user: decodeURIComponent(username), password: decodeURIComponent(password) }, ...logins];
  const users = file(
    'users.txt',
    known.map((login) => `"${login.user}" "${login.password}"`),
  );
  const target = `host=${hostname} port=${serverPort}`;
  const settings = file('pgbouncer.ini', [
    '[databases]',
    `* = ${target}${connectQuery === undefined ? '' : ` connect_query='${connectQuery}'`}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = trust', `auth_file = ${users}`, `stats_users = ${decodeURIComponent(username)}`],
    ...['pool_mode = transaction', `default_pool_size = ${SHARED}`, 'max_client_conn = 200'],
  ]);
  const child = spawn('pgbouncer', [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? NOBODY : {}),
  });
  const exited = once(child, 'exit');
  let said = '';
  await new Promise<void>((done, fail) => {
    child.once('exit', () => fail(new Error(`PgBouncer ended: ${said}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) done();
    });
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const console = new URL(url);
  console.pathname = '/pgbouncer';
  return {
    url: url.toString(),
    async clients() {
      const client = new pg.Client({ connectionString: console.toString() });
      await client.connect();
      const { rows } = await client.query<{ database: string; application_name: string }>('SHOW CLIENTS');
      await client.end();
      return rows.filter(({ database }) => database !== 'pgbouncer').map((row) => row.application_name);
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
