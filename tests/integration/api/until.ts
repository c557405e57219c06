import { setTimeout as sleep } from 'node:timers/promises';

/** Leaves the processor to what is waited for. */
const PAUSE_MS = 10;

/** Asks again and again until it is so; the test's own time limit ends it when it never is. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(PAUSE_MS);
}
