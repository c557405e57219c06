import type { Clock } from '#platform/clock.ts';

/** Stands still from here on: what a test calls today is today to its end, also when midnight comes. */
export function stoppedClock(): Clock {
  const now = new Date();
  return { now: () => now };
}
