import { setTimeout as sleep } from 'node:timers/promises';

/** Leaves the processor to the work that the test waits for. */
const PAUSE_MS = 10;

/** Repeats the check until it is true; the test's own time limit ends a check that never is. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(PAUSE_MS);
}
