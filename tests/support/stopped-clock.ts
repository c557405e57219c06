import type { Clock } from '#platform/clock.ts';

/** Stops the clock, so that today stays today until the end of a test, even over midnight. */
export function stoppedClock(): Clock {
  const now = new Date();
  return { now: () => now };
}
