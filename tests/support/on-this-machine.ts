import { availableParallelism, loadavg } from 'node:os';

/** The factor is limited: a busier machine has other problems. */
const SLOWEST = 10;

/**
 * The time limit on this machine for something that takes at most `ms` milliseconds on an idle machine: `ms` times the
 * number of processes per core. On an idle machine it is `ms`.
 */
export function onThisMachine(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return ms * Math.min(SLOWEST, Math.max(1, lastMinute / availableParallelism()));
}
