import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Clock, Scheduler } from '#platform/clock.ts';

type Due = { at: number; readonly work: () => void; readonly again: number | null };

/** A clock and a scheduler that stand still until `pass` moves both. */
export type SteppedTime = {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Lets `ms` pass: all that falls due happens, each at its own time, and before the next what follows from it. */
  pass(ms: number): Promise<void>;
  /** Lets `ms` pass as on a machine that sleeps: what falls due meanwhile happens at the end, and once. */
  sleep(ms: number): Promise<void>;
  /** How many calls and pauses wait for their time. */
  waiting(): number;
  /** How many pauses have begun and not ended: what rests can wait for nothing else. */
  resting(): number;
  /** Resolves when the next pause begins. */
  nextPause(): Promise<void>;
};

/**
 * `start` is an ISO instant; now when it is left out. What follows from a step has happened when `settle` resolves; where
 * real servers answer, that is more than a turn of the event loop.
 */
export function steppedTime(
  start: string = new Date().toISOString(),
  settle: () => Promise<unknown> = othersTurn,
): SteppedTime {
  const began = Date.parse(start);
  const due = new Set<Due>();
  let pauseBegins = Promise.withResolvers<void>();
  let now = 0;
  let resting = 0;

  function add(ms: number, work: () => void, again: number | null): () => void {
    const entry = { at: now + Math.max(0, ms), work, again };
    due.add(entry);
    return () => void due.delete(entry);
  }

  /** The earliest that is due by then; of several at the same time the one that was added first. */
  function nextUntil(end: number): Due | undefined {
    let first: Due | undefined;
    for (const entry of due)
      if (entry.at <= end && entry.at < (first?.at ?? Number.POSITIVE_INFINITY)) first = entry;
    return first;
  }

  const scheduler: Scheduler = {
    now: () => now,
    after: (ms, work) => add(ms, work, null),
    every: (ms, work) => add(ms, work, ms),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        resting += 1;
        const end = () => {
          resting -= 1;
          cancel();
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const cancel = add(ms, end, null);
        signal?.addEventListener('abort', end);
        pauseBegins.resolve();
        pauseBegins = Promise.withResolvers();
      }),
  };

  return {
    clock: { now: () => new Date(began + now) },
    scheduler,
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        now = next.at;
        due.delete(next);
        if (next.again !== null) {
          next.at += next.again;
          due.add(next);
        }
        next.work();
        await settle();
      }
      now = end;
    },
    async sleep(ms) {
      now += ms;
      for (const entry of due) entry.at = Math.max(entry.at, now);
      await this.pass(0);
    },
    waiting: () => due.size,
    resting: () => resting,
    nextPause: () => pauseBegins.promise,
  };
}
