import type { RowKey } from './row-keys.ts';
import type { AnyRow } from './table.ts';

/** The rows used last, `null` for those that are known not to exist. */
export type RecentRows = {
  /** undefined: not known here. */
  get(key: RowKey): AnyRow | null | undefined;
  set(key: RowKey, row: AnyRow | null): void;
  /** Nothing that was set has been forgotten since the beginning. */
  knowsAll(): boolean;
  clear(): void;
};

/**
 * Keeps at least the `size` rows used last and at most twice as many, in two generations: whatever was not
 * used while one filled up goes with it. One step per use, where an exact order would cost several.
 */
export function createRecentRows(size: number): RecentRows {
  let young = new Map<RowKey, AnyRow | null>();
  let old = new Map<RowKey, AnyRow | null>();
  let complete = true;

  function set(key: RowKey, row: AnyRow | null): void {
    if (young.size >= size) {
      if (old.size > 0) complete = false;
      old = young;
      young = new Map();
    }
    young.set(key, row);
  }

  return {
    get(key) {
      const row = young.get(key);
      if (row !== undefined) return row;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    knowsAll: () => complete,
    clear() {
      complete = false;
      young = new Map();
      old = new Map();
    },
  };
}
