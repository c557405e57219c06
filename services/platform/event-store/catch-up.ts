import { type Scheduler, systemScheduler } from '../clock.ts';
import { createBackoff } from '../concurrency/backoff.ts';
import type { Log } from '../log.ts';
import { EventStoreUnavailable, type RecordedEvent, type SubscribeOptions } from './event-store.port.ts';

export type CatchUpDeps = {
  /**
   * Events after a position, in order; throws EventStoreUnavailable while the server is away. `isRung`: since the reader
   * last found none, a bell rang; else it was silent, and only the log itself can tell.
   */
  readonly readAfter: (after: number, limit: number, isRung: boolean) => Promise<readonly RecordedEvent[]>;
  /** Rings after every append that this process hears of. */
  readonly bell: WakeSignal;
  /** Look again after so many milliseconds even if no bell rang: news of other processes can be lost. */
  readonly pollMs: number;
  readonly log?: Pick<Log, 'warn'> | undefined;
  readonly scheduler: Scheduler;
};

export const DEFAULT_BATCH_SIZE = 1000;

/**
 * A catch-up subscription made of reads: the consumer's pace is the pace of the reads, and nothing is kept
 * between them but a position.
 */
export async function* catchUp(
  deps: CatchUpDeps,
  options: SubscribeOptions,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  const { signal, batchSize = DEFAULT_BATCH_SIZE } = options;
  let after = options.after;
  let isRung = false;
  const backoff = createBackoff({ signal, scheduler: deps.scheduler });
  while (!signal.aborted) {
    const news = deps.bell.next(deps.pollMs, signal);
    try {
      const batch = await deps.readAfter(after, batchSize, isRung);
      backoff.reset();
      if (signal.aborted) return;
      const last = batch.at(-1);
      if (last) {
        yield batch;
        after = last.position;
      } else {
        isRung = await news.rung;
      }
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      isRung = false;
      deps.log?.warn(
        { err: error, after, retryMs: backoff.nextMs },
        'event subscription waits for the event store',
      );
      await backoff.pause();
    } finally {
      news.cancel();
    }
  }
}

/** Wakes all waiters. A ring without a waiter is lost, so waiters look for work before they wait. */
export type WakeSignal = {
  ring(): void;
  /**
   * Resolves with true at the next ring, with false after `atMostMs` or when the signal aborts. Take the promise before
   * looking for work and await it afterwards, so that a ring in between is not lost.
   */
  next(
    atMostMs: number,
    signal: AbortSignal,
  ): { readonly rung: Promise<boolean>; readonly cancel: () => void };
};

export function createWakeSignal(scheduler: Scheduler = systemScheduler): WakeSignal {
  const waiting = new Set<(isRung: boolean) => void>();
  return {
    ring() {
      for (const wake of [...waiting]) wake(true);
    },
    next(atMostMs, signal) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const wake = (isRung: boolean) => {
        waiting.delete(wake);
        cancel();
        signal.removeEventListener('abort', end);
        resolve(isRung);
      };
      const end = () => wake(false);
      const cancel = scheduler.after(atMostMs, end);
      waiting.add(wake);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      return { rung: promise, cancel: end };
    },
  };
}
