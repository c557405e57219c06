import { availableParallelism, loadavg } from 'node:os';

/** A machine that is busier than this has other troubles. */
const SLOWEST = 10;

/**
 * How long something may take here and now that is promised to take at most `ms` milliseconds on a machine with
 * nothing else to do: as many times longer as there are processes for each core. What is idle measures as promised.
 */
export function onThisMachine(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return ms * Math.min(SLOWEST, Math.max(1, lastMinute / availableParallelism()));
}
