import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system hands out to whoever asks for any, on Linux and elsewhere. */
const FIRST = 16_000;
const OF_EACH_PROCESS = 64;
const PROCESSES = 250;
let given = 0;

/**
 * A port for a server that goes away and comes back on it, or that is started after the port was chosen: nobody is
 * given it by chance meanwhile. Each process of a run chooses among its own.
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
