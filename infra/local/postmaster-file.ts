import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of the file that a running Postgres keeps in its data directory. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

export function postmasterFile(directory: string): string {
  return join(directory, 'postmaster.pid');
}

/** Null when there is no `postmaster.pid`, or it is being written right now. */
export function readPostmasterFile(directory: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(postmasterFile(directory), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const state = lines[7]?.trim();
  // A standby takes connections, too.
  return pid > 0 ? { pid, port: Number(lines[3]), ready: state === 'ready' || state === 'standby' } : null;
}

/**
 * Whether that server still runs. After a crash of the machine the id may be another program's. A zombie does not
 * count: it holds nothing any more.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = processStat(pid);
  return !stat || (stat.state !== 'Z' && stat.name === 'postgres');
}

/** The parent of a process; undefined where the system does not tell (anything but Linux). */
export function parentOf(pid: number): number | undefined {
  return processStat(pid)?.parent;
}

function processStat(pid: number): { name: string; state: string; parent: number } | undefined {
  try {
    // The name, in brackets, may itself hold brackets and spaces.
    const parts = /^\d+ \((.*)\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name: parts?.[1] ?? '', state: parts?.[2] ?? '', parent: Number(parts?.[3]) };
  } catch {
    return undefined;
  }
}
