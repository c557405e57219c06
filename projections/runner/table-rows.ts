import { LRUCache } from 'lru-cache';
import type { Needs, Rows } from './read-model.ts';
import { keyOfRow, type RowKey, rowKey } from './row-keys.ts';
import type { AnyRow, Table } from './table.ts';

/** What one batch did to a table, relative to what the database holds. */
export type TableChanges = {
  /** Rows that were not there before. */
  readonly created: readonly AnyRow[];
  readonly updated: readonly AnyRow[];
  readonly removed: readonly RowKey[];
};

/**
 * The rows of one table that a batch works on. Rows at hand were asked for by the batch; the cache keeps the
 * recently used ones between batches, absent ones included, so that a live batch seldom has to load any.
 */
export type TableRows = {
  readonly need: Needs<Table>;
  readonly rows: Rows<Table>;
  /** Keys asked for that only the database knows. */
  missing(): readonly RowKey[];
  /** Answers `missing()`: the rows found; all the others do not exist. */
  load(found: readonly AnyRow[]): void;
  beginEvent(): void;
  /** Takes back what the event begun last did. */
  undoEvent(): void;
  changes(): TableChanges;
  changedKeys(): Iterable<RowKey>;
  /** The batch is written: its rows go into the cache. */
  settle(): void;
  /** The batch is not written: as if it had never been folded. */
  discard(): void;
  /** Somebody else may have written: the cache is worth nothing. */
  forget(): void;
};

type Absent = { readonly absent: true };
const ABSENT: Absent = { absent: true };
type Undo = { readonly key: RowKey; readonly row: AnyRow | null; readonly wasChanged: boolean };

export function createTableRows(table: Table, cacheSize: number): TableRows {
  const cache = new LRUCache<RowKey, AnyRow | Absent>({ max: cacheSize });
  /** null: the row does not exist. */
  const atHand = new Map<RowKey, AnyRow | null>();
  /** Changed keys; true when the row existed before the batch. */
  const changed = new Map<RowKey, boolean>();
  const missing = new Set<RowKey>();
  const journal: Undo[] = [];
  const keyOf = keyOfRow(table);

  function set(key: RowKey, row: AnyRow | null): void {
    const before = atHand.get(key);
    if (before === undefined) throw new Error(`a row of ${table.name} was not asked for`);
    const wasChanged = changed.has(key);
    journal.push({ key, row: before, wasChanged });
    if (!wasChanged) changed.set(key, before !== null);
    atHand.set(key, row);
  }

  return {
    need: {
      row(...parts) {
        const key = rowKey(parts);
        if (atHand.has(key) || missing.has(key)) return;
        const cached = cache.get(key);
        if (cached === undefined) missing.add(key);
        else atHand.set(key, isAbsent(cached) ? null : cached);
      },
      fresh(...parts) {
        const key = rowKey(parts);
        if (!atHand.has(key) && !missing.has(key)) atHand.set(key, null);
      },
    },
    rows: {
      get(...parts) {
        const row = atHand.get(rowKey(parts));
        if (row === undefined) throw new Error(`a row of ${table.name} was not asked for`);
        return row ?? undefined;
      },
      put: (row) => set(keyOf(row), row),
      remove: (...parts) => set(rowKey(parts), null),
    },
    missing: () => [...missing],
    load(found) {
      for (const row of found) atHand.set(keyOf(row), row);
      for (const key of missing) if (!atHand.has(key)) atHand.set(key, null);
      missing.clear();
    },
    beginEvent() {
      journal.length = 0;
    },
    undoEvent() {
      for (let undo = journal.pop(); undo; undo = journal.pop()) {
        atHand.set(undo.key, undo.row);
        if (!undo.wasChanged) changed.delete(undo.key);
      }
    },
    changes() {
      const created: AnyRow[] = [];
      const updated: AnyRow[] = [];
      const removed: RowKey[] = [];
      for (const [key, existed] of changed) {
        const row = atHand.get(key) ?? null;
        if (row === null) {
          if (existed) removed.push(key);
        } else (existed ? updated : created).push(row);
      }
      return { created, updated, removed };
    },
    changedKeys: () => changed.keys(),
    settle() {
      for (const [key, row] of atHand) cache.set(key, row ?? ABSENT);
      clear();
    },
    discard: clear,
    forget() {
      clear();
      cache.clear();
    },
  };

  function clear(): void {
    atHand.clear();
    changed.clear();
    missing.clear();
    journal.length = 0;
  }
}

function isAbsent(cached: AnyRow | Absent): cached is Absent {
  return cached === ABSENT;
}
