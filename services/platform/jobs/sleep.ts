/** A pause that can be ended early, even just before it begins. */
export type Sleep = { take(ms: number): Promise<void>; end(): void };

/** The signal ends the present pause and all later ones. */
export function createSleep(signal: AbortSignal): Sleep {
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
