import { type Scheduler, systemScheduler } from '../clock.ts';

export type BackoffOptions = {
  readonly firstMs?: number;
  readonly lastMs?: number;
  /** Ends a pause early. */
  readonly signal?: AbortSignal;
  readonly scheduler?: Scheduler | undefined;
};

/**
 * The pauses between the tries of work that may succeed later, for example while a server is away. They double from
 * the first to the last. Not from a library: the pauses of cockatiel cannot be ended by a signal, and p-retry gives
 * up at every TypeError.
 */
export function createBackoff({
  firstMs = 50,
  lastMs = 2000,
  signal,
  scheduler = systemScheduler,
}: BackoffOptions = {}) {
  let nextMs = firstMs;
  return {
    /** How long the next pause is. */
    get nextMs(): number {
      return nextMs;
    },
    async pause(): Promise<void> {
      const ms = nextMs;
      nextMs = Math.min(nextMs * 2, lastMs);
      await scheduler.pause(ms, signal);
    },
    /** Begins with the first pause again; call it when the work has made progress. */
    reset(): void {
      nextMs = firstMs;
    },
  };
}
