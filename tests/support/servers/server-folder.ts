import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The room that the servers and browsers of a run need together, in bytes. */
const ROOM = 4 * 1024 ** 3;
/** A name with the process that made the folder. */
const NAME = /^tallyboard-(\d+)-/;

/**
 * A new folder for the data of a server. It lies in memory where Linux has room for it: most of the cost of databases
 * that live for some seconds is that of their files on a disk. What survives the kill of a process is the same.
 */
export function serverFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(isRoomInMemory() ? IN_MEMORY : tmpdir(), `tallyboard-${process.pid}-`));
  // Another system user runs Postgres.
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

let shared: ReturnType<typeof serverFolder> | undefined;

/** The data folder of programs of this process that have their database elsewhere; removed when the process ends. */
export function sharedDataDir(): string {
  if (!shared) {
    shared = serverFolder();
    process.once('exit', shared.remove);
  }
  return join(shared.path, 'data');
}

/** Whether there is room in memory for the servers and browsers of a run. */
export function isRoomInMemory(): boolean {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** The folders of test runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
