import { readdirSync, readFileSync } from 'node:fs';

/**
 * Memory of processes in MB as PSS: what several of them share counts once over all. Linux only. Children
 * are found anew each time, since Postgres starts and ends them as it goes.
 */
export function memoryOf(roots: readonly number[]): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    const parent = / \S (\d+) /.exec(stat.replace(/^.*\)/s, ''))?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const belongs = (pid: number): boolean =>
    roots.includes(pid) || (parents.has(pid) && belongs(parents.get(pid) as number));
  const kilobytes = [...parents.keys()].filter(belongs).reduce((sum, pid) => sum + pss(pid), 0);
  return kilobytes / 1024;
}

function pss(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** A process may end between the look at the list and the look at it. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
