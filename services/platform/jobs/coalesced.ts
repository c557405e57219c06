/**
 * Collects the keys that are named within `ms` of the first one and hands each over once, with its last number. For
 * wake-ups: many events come together, and one check at the end handles all of them.
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
