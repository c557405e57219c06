import { createRecentKeys } from './recent-keys.ts';

/**
 * The rows of a channel that are to be read, and when. The first news of a row is due after `patienceMs`; if
 * the row was pushed within the last `intervalMs` everything waits for the end of the interval. Rows that were
 * shown before they were committed are read again an interval later.
 */
export function createChannelNews(deps: {
  patienceMs: number;
  intervalMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** Called when a row changes again before it was read. */
  coalesced: () => void;
}) {
  const { patienceMs, intervalMs, now } = deps;
  const recent = createRecentKeys(intervalMs);
  let pending = new Set<string>();
  let pendingSince = 0;
  /** A row waits that was pushed within the interval. */
  let burst = false;
  let lastPush = Number.NEGATIVE_INFINITY;
  let unconfirmed = new Set<string>();
  let unconfirmedSince = 0;

  return {
    /** When the next read is due; infinite without any. */
    dueAt(): number {
      const confirmation = unconfirmed.size > 0 ? unconfirmedSince + intervalMs : Number.POSITIVE_INFINITY;
      if (pending.size === 0) return confirmation;
      return Math.min(confirmation, burst ? lastPush + intervalMs : pendingSince + patienceMs);
    },
    /** A row that nobody has seen yet as it is now. */
    note(key: string): void {
      if (pending.has(key)) deps.coalesced();
      if (pending.size === 0) pendingSince = now();
      pending.add(key);
      burst ||= recent.has(key, now());
    },
    /** A row that was shown as it should be now. */
    confirm(key: string): void {
      if (unconfirmed.size === 0) unconfirmedSince = now();
      unconfirmed.add(key);
    },
    /** Hands everything over to be read; `isNew` unless it is all mere confirmation. */
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
    /** Nothing waits that nobody has seen, and none of these was pushed just now. */
    isCalm: (keys: readonly string[]) => pending.size === 0 && !keys.some((key) => recent.has(key, now())),
  };
}
