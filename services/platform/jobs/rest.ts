/** A pause that can be ended early, also by a moment that came just before it began. */
export type Rest = { take(ms: number): Promise<void>; end(): void };

/** Ends with the signal, too, and then for good. */
export function createRest(signal: AbortSignal): Rest {
  let wake: (() => void) | undefined;
  let woken = false;
  const end = () => {
    woken = true;
    wake?.();
  };
  signal.addEventListener('abort', end);
  return {
    end,
    take: async (ms) => {
      if (!woken && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      woken = false;
    },
  };
}
