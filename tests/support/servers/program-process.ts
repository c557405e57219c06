import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { readPostmasterFile } from '#infra/local/postmaster-file.ts';
import { systemClock, systemScheduler } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLifecycle } from '#platform/lifecycle.ts';
import { createLog } from '#platform/log.ts';
import { type Core, openCore } from '#services/main/wiring.ts';
import { serverFolder } from './server-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const READY = /ready at (http:\/\/\S+) /;
/** Only detects a hanging start; other tests check how long a start may take. */
const START_MS = 200_000;
/** The option and the variables that the script of package.json sets. */
const NODE_OPTION = '--max-semi-space-size=16';
const AS_NPM_START = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_COMPILE_CACHE: join(ROOT, '.cache/node') };

/** A new data folder. */
export function temporaryDataDir(): { dataDir: string; remove(): void } {
  const { path, remove } = serverFolder();
  return { dataDir: join(path, 'data'), remove };
}

/** The program as `npm start` runs it, in a process that can be killed. */
export type ProgramProcess = {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process to its ready message. */
  readonly startMs: number;
  /** Pid and process group of its embedded Postgres. Throws while there is none. */
  postgresPid(): number;
  /** Resolves when it ends, however it ends, with its exit code and what it wrote on stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  /** As Ctrl-C does; resolves with the exit code. SIGTERM stops it, too, but later: a balancer may have to learn of it. */
  stop(): Promise<number | null>;
  /** kill -9 of the program and, on request, of every process of its Postgres at the same moment. */
  kill(also?: 'postgres'): Promise<void>;
};

export async function startProgramProcess(
  dataDir: string,
  args: readonly string[] = ['--api-only', '--empty'],
  environment: Readonly<Record<string, string>> = {},
  file = 'services/main/start.main.ts',
): Promise<ProgramProcess> {
  const began = performance.now();
  // Only the needed variables: those of the test run point to servers that this program must not use.
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [NODE_OPTION, file, ...args], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      TMPDIR,
      ...AS_NPM_START,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // After its exit, the last of its output may still be under way.
  const ended = new Promise<number | null>((done) => child.once('close', done)).then((code) => ({
    code,
    stderr,
  }));
  // A failed test shows why the program ended.
  child.stderr?.pipe(process.stderr);
  const url = await readyUrl(child);
  const postgresPid = () => {
    const server = readPostmasterFile(join(dataDir, 'postgres'));
    // A half-written file has no number, and group 0 would be the tests themselves.
    if (!server) throw new Error('there is no Postgres at this moment');
    return server.pid;
  };
  return {
    pid: child.pid as number,
    url: url.replace('localhost', '127.0.0.1'),
    startMs: performance.now() - began,
    postgresPid,
    ended,
    async stop() {
      child.kill('SIGINT');
      return (await ended).code;
    },
    async kill(also) {
      const group = also === 'postgres' ? postgresPid() : undefined;
      child.kill('SIGKILL');
      if (group !== undefined) process.kill(-group, 'SIGKILL');
      await ended;
    },
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const url = READY.exec(said)?.[1];
      if (url) done(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => fail(new Error(`the program ended with ${code}: ${said}`)));
    setTimeout(() => fail(new Error(`the program did not start: ${said}`)), START_MS).unref();
  });
}

/** Opens the data of a running program, as `npm run import` does. */
export async function withCore<Value>(
  dataDir: string,
  work: (core: Core) => Promise<Value>,
  settings: Partial<Config> = {},
): Promise<Value> {
  const log = createLog('silent');
  const lifecycle = createLifecycle(log);
  try {
    return await work(
      await openCore(
        { ...readConfig({}), dataDir, ...settings },
        { lifecycle, log, clock: systemClock, scheduler: systemScheduler },
      ),
    );
  } finally {
    await lifecycle.close();
  }
}
