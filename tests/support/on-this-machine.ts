import { availableParallelism, loadavg } from 'node:os';
import { seededRandom } from './random.ts';

/** A machine that is busier or slower than this has other troubles. */
const SLOWEST = 10;

/** The quickest of some rounds of the work below, on the machine for which times are promised. */
const PROMISED_ROUND_MS = 40;
const ROUNDS = 6;

/**
 * How long something may take here and now that is promised to take at most `ms` milliseconds on a machine with
 * nothing else to do: as many times longer as there are processes for each core, or as the same work takes longer
 * here. What is idle and quick enough measures as promised.
 */
export function onThisMachine(ms: number): number {
  const [lastMinute = 0] = loadavg();
  const slower = Math.max(1, lastMinute / availableParallelism(), quickestRoundMs() / PROMISED_ROUND_MS);
  return ms * Math.min(SLOWEST, slower);
}

function quickestRoundMs(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    round();
    return performance.now() - began;
  });
  return Math.min(...rounds);
}

function round(): void {
  const random = seededRandom(1);
  const numbers = Array.from({ length: 60_000 }, random).sort((one, other) => one - other);
  new Map(numbers.map((number) => [String(number), number]));
}
