/**
 * The rows that a channel has to read, and when. The first news of a row is due after `delayMs`; if the row was pushed
 * within the last `intervalMs`, everything waits for the end of the interval. Rows that were shown before their commit
 * are read again an interval later.
 */
export function createReadQueue(deps: {
  delayMs: number;
  intervalMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** Called when a row changes again before it was read. */
  coalesced: () => void;
}) {
  const { delayMs, intervalMs, now } = deps;
  const recent = createRecentKeys(intervalMs);
  let pending = new Set<string>();
  let pendingSince = 0;
  /** A waiting row was pushed within the interval. */
  let burst = false;
  let lastPush = Number.NEGATIVE_INFINITY;
  let unconfirmed = new Set<string>();
  let unconfirmedSince = 0;

  return {
    /** When the next read is due; infinity if nothing waits. */
    dueAt(): number {
      const confirmation = unconfirmed.size > 0 ? unconfirmedSince + intervalMs : Number.POSITIVE_INFINITY;
      if (pending.size === 0) return confirmation;
      return Math.min(confirmation, burst ? lastPush + intervalMs : pendingSince + delayMs);
    },
    /** A row changed, and no viewer has seen it as it is now. */
    note(key: string): void {
      if (pending.has(key)) deps.coalesced();
      if (pending.size === 0) pendingSince = now();
      pending.add(key);
      burst ||= recent.has(key, now());
    },
    /** A row was committed that viewers have seen as a preview. */
    confirm(key: string): void {
      if (unconfirmed.size === 0) unconfirmedSince = now();
      unconfirmed.add(key);
    },
    /** Hands everything over to be read; `isNew` unless viewers have seen all of it as previews. */
    take(): { keys: string[]; isNew: boolean } {
      const taken = { keys: [...new Set([...pending, ...unconfirmed])], isNew: pending.size > 0 };
      pending = new Set();
      unconfirmed = new Set();
      burst = false;
      return taken;
    },
    putBack(keys: readonly string[]): void {
      for (const key of keys) pending.add(key);
    },
    pushed(keys: readonly string[]): void {
      lastPush = now();
      recent.add(keys, lastPush);
      // Some of them may have changed again while they were read.
      burst ||= keys.some((key) => pending.has(key));
    },
    /** No unseen change waits, and none of these was pushed just now. */
    isCalm: (keys: readonly string[]) => pending.size === 0 && !keys.some((key) => recent.has(key, now())),
  };
}

/** Remembers keys for a while; `now` is in milliseconds of one clock that never goes back. */
function createRecentKeys(rememberMs: number) {
  const seen = new Map<string, number>();
  return {
    add(keys: Iterable<string>, now: number): void {
      for (const key of keys) {
        // Taken out first, so that the map stays in order of time.
        seen.delete(key);
        seen.set(key, now);
      }
      for (const [key, at] of seen) {
        if (now - at < rememberMs) break;
        seen.delete(key);
      }
    },
    has(key: string, now: number): boolean {
      const at = seen.get(key);
      return at !== undefined && now - at < rememberMs;
    },
  };
}
