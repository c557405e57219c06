/**
 * Hands over the keys that were named within `ms` of the first one, each once, with the number that came with
 * it last. For nudges: much happens at once, and one look at the end finds all of it.
 */
export function createCoalesced(ms: number, handOver: (named: ReadonlyMap<string, number>) => void) {
  let named = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    const all = named;
    named = new Map();
    timer = undefined;
    handOver(all);
  }

  return {
    name(key: string, number: number): void {
      named.set(key, number);
      timer ??= setTimeout(flush, ms).unref();
    },
    close: () => clearTimeout(timer),
  };
}
