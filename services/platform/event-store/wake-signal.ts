/** Wakes all waiters. A ring without a waiter is lost, so waiters look for work before they wait. */
export type WakeSignal = {
  ring(): void;
  /**
   * Resolves at the next ring, after `atMostMs`, or when the signal aborts. Take the promise before looking for
   * work and await it afterwards, so that a ring in between is not lost.
   */
  next(atMostMs: number, signal: AbortSignal): { readonly rung: Promise<void>; readonly cancel: () => void };
};

export function createWakeSignal(): WakeSignal {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...waiting]) wake();
    },
    next(atMostMs, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => {
        waiting.delete(wake);
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, atMostMs);
      waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
      return { rung: promise, cancel: wake };
    },
  };
}
