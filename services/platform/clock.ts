import { setTimeout as sleep } from 'node:timers/promises';

/** The source of the present time; tests set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** All waiting of the program, in milliseconds; tests step it. */
export type Scheduler = {
  /** A clock that never goes back. Its zero means nothing. */
  now(): number;
  /** Calls `work` once. Returns the function that cancels it. Does not keep the process running. */
  after(ms: number, work: () => void): Cancel;
  /** Calls `work` again and again, until it is cancelled. Does not keep the process running. */
  every(ms: number, work: () => void): Cancel;
  /** Resolves after `ms`, or as soon as the signal aborts; never rejects. Keeps the process running. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
};

/** May be called more than once, also after the work is done. */
export type Cancel = () => void;

export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  pause: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => {}),
};

/**
 * Calls `look` now, and again every so often until it resolves to true; one that rejects is tried again. Returns how to stop,
 * which waits for a call that is under way.
 */
export function untilTrue(
  look: () => Promise<boolean>,
  everyMs: number,
  scheduler: Scheduler,
): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const again = () => {
    looking ??= look()
      .then((isSo) => {
        if (isSo) stop();
      })
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
  };
  const stop = scheduler.every(everyMs, again);
  again();
  return async () => {
    stop();
    await looking;
  };
}
