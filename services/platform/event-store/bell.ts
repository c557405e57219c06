/** Wakes those who wait for news. Ringing without anyone waiting is forgotten: waiters look before they wait. */
export type Bell = {
  ring(): void;
  /**
   * Resolves when the bell rings, after `atMostMs`, or when the signal aborts. Take the promise before
   * looking for news, await it after: then a ring in between is not lost.
   */
  next(atMostMs: number, signal: AbortSignal): { readonly rung: Promise<void>; readonly cancel: () => void };
};

export function createBell(): Bell {
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
