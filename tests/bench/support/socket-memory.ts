import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from './children.ts';

const SOCKETS = 4_000;
const SOCKETS_OF_A_PROCESS = 1_000;
/** Until the first snapshots have left and what they took is free. */
const SETTLE_MS = 5_000;

/**
 * Memory of the process that holds dashboards, in kB for each open one: what the system gave it, after a collection of
 * garbage, with 4,000 idle dashboards of one company more than before.
 */
export async function memoryOfASocket(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  chmodSync(folder, 0o755);
  const program = await startChild<{ url: string; cookies: string[] }>(
    './dashboards-program.child.ts',
    [String(SOCKETS)],
    { DATA_DIR: join(folder, 'data') },
  );
  const dashboards: Child<unknown>[] = [];
  const memory = async () => {
    await sleep(SETTLE_MS);
    return (await program.ask<{ kilobytes: number }>({ memory: true })).kilobytes;
  };
  try {
    const before = await memory();
    for (let at = 0; at < SOCKETS; at += SOCKETS_OF_A_PROCESS) {
      const cookies = JSON.stringify(program.hello.cookies.slice(at, at + SOCKETS_OF_A_PROCESS));
      dashboards.push(await startChild('./idle-dashboards.child.ts', [program.hello.url, cookies]));
    }
    return ((await memory()) - before) / SOCKETS;
  } finally {
    for (const child of dashboards) await child.stop();
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
