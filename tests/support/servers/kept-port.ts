import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, on Linux and elsewhere. */
const FIRST = 16_000;
const OF_EACH_PROCESS = 64;
const PROCESSES = 250;
let given = 0;

/**
 * A port for a server that restarts on it, or starts later: the system gives it to no other process by chance. Each
 * process of a test run has its own range.
 */
export async function keptPort(): Promise<number> {
  for (let tries = 0; tries < OF_EACH_PROCESS; tries += 1) {
    given += 1;
    const port = FIRST + (process.pid % PROCESSES) * OF_EACH_PROCESS + (given % OF_EACH_PROCESS);
    if (await isFree(port)) return port;
  }
  throw new Error('every port of this process is taken');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
