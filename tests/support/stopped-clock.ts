import type { Clock } from '#platform/clock.ts';

/** Noon in Toronto, on the same date in UTC. */
const NOON = new Date('2026-05-12T16:00:00.000Z');

/** Stops the clock, so that a test does the same at every hour of every day. */
export function stoppedClock(): Clock {
  return { now: () => NOON };
}
