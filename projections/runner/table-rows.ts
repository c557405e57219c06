import type { Needs, Rows } from './read-model.ts';
import { type AnyRow, keyOfRow, type RowKey, rowKey, type Table } from './table.ts';

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
  /** Every row of the table is in memory, so nothing has to be asked for. */
  knowsAll(): boolean;
  /** Answers `missing()`: the rows found; all the others do not exist. */
  load(found: readonly AnyRow[]): void;
  beginEvent(): void;
  /** Takes back what the event begun last did. */
  undoEvent(): void;
  changes(): TableChanges;
  changedKeys(): Iterable<RowKey>;
  /** How many rows are changed and not yet written. */
  size(): number;
  /** The batch is written: its rows go into the cache. */
  markWritten(): void;
  /** The batch is not written: as if it had never been folded. */
  discard(): void;
};

/** A row at hand; null: it does not exist. */
type Entry = { readonly key: RowKey; readonly existed: boolean; row: AnyRow | null; changed: boolean };
type Undo = { readonly entry: Entry; readonly row: AnyRow | null; readonly wasChanged: boolean };

export type RowMemory = {
  /** Rows remembered between batches, at least; at most twice as many. */
  readonly size: number;
  /** The table is empty and has no other writer: a row that was never put does not exist. */
  readonly fromEmpty?: boolean;
};

export function createTableRows(table: Table, { size, fromEmpty = false }: RowMemory): TableRows {
  const cache = createRecentRows(Math.min(size, table.remember ?? size));
  const atHand = new Map<RowKey, Entry>();
  const missing = new Set<RowKey>();
  const keyOf = keyOfRow(table);
  const [firstColumn = '', secondColumn, thirdColumn] = table.key;
  let changed: Entry[] = [];
  let journal: Undo[] = [];

  const knowsAll = () => fromEmpty && cache.knowsAll();

  function hold(key: RowKey, row: AnyRow | null): Entry {
    const entry = { key, existed: row !== null, row, changed: false };
    atHand.set(key, entry);
    return entry;
  }

  function find(key: RowKey): Entry {
    const entry = atHand.get(key);
    if (entry !== undefined) return entry;
    if (knowsAll()) return hold(key, cache.get(key) ?? null);
    throw new Error(`a row of ${table.name} was not asked for`);
  }

  // Projectors get a row and then put it: its entry need not be looked up twice.
  let got: Entry | undefined;
  let gotFirst: string;
  let gotSecond: string | undefined;
  let gotThird: string | undefined;

  function entryOf(row: AnyRow): Entry {
    const isGot =
      row[firstColumn] === gotFirst &&
      (secondColumn === undefined || row[secondColumn] === gotSecond) &&
      (thirdColumn === undefined || row[thirdColumn] === gotThird);
    return isGot && got ? got : find(keyOf(row));
  }

  function set(entry: Entry, row: AnyRow | null): void {
    journal.push({ entry, row: entry.row, wasChanged: entry.changed });
    entry.row = row;
    if (entry.changed) return;
    entry.changed = true;
    changed.push(entry);
  }

  function clear(): void {
    atHand.clear();
    missing.clear();
    changed = [];
    journal = [];
    got = undefined;
  }

  return {
    need: {
      row(first: string, second?: string, third?: string) {
        const key = rowKey(first, second, third);
        if (atHand.has(key) || missing.has(key)) return;
        const cached = cache.get(key);
        if (cached !== undefined) hold(key, cached);
        else if (knowsAll()) hold(key, null);
        else missing.add(key);
      },
      fresh(first: string, second?: string, third?: string) {
        const key = rowKey(first, second, third);
        if (!atHand.has(key) && !missing.has(key)) hold(key, null);
      },
    },
    rows: {
      get(first: string, second?: string, third?: string) {
        got = find(rowKey(first, second, third));
        gotFirst = first;
        gotSecond = second;
        gotThird = third;
        return got.row ?? undefined;
      },
      put: (row) => set(entryOf(row), row),
      remove: (first: string, second?: string, third?: string) =>
        set(find(rowKey(first, second, third)), null),
    },
    missing: () => [...missing],
    knowsAll,
    load(found) {
      for (const row of found) hold(keyOf(row), row);
      for (const key of missing) if (!atHand.has(key)) hold(key, null);
      missing.clear();
    },
    beginEvent() {
      if (journal.length > 0) journal = [];
    },
    undoEvent() {
      for (let undo = journal.pop(); undo; undo = journal.pop()) {
        undo.entry.row = undo.row;
        if (undo.wasChanged) continue;
        undo.entry.changed = false;
        changed.pop();
      }
    },
    changes() {
      const created: AnyRow[] = [];
      const updated: AnyRow[] = [];
      const removed: RowKey[] = [];
      for (const { key, existed, row } of changed) {
        if (row !== null) (existed ? updated : created).push(row);
        else if (existed) removed.push(key);
      }
      return { created, updated, removed };
    },
    changedKeys: () => changed.map(({ key }) => key),
    size: () => changed.length,
    markWritten() {
      for (const { key, row } of atHand.values()) cache.set(key, row);
      clear();
    },
    discard: clear,
  };
}

/**
 * Keeps at least the `size` rows used last and at most twice as many, in two generations: whatever was not
 * used while one filled up goes with it. One step per use, where an exact order would cost several.
 * A row is null if it is known not to exist.
 */
export function createRecentRows(size: number) {
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
    /** undefined: not known here. */
    get(key: RowKey): AnyRow | null | undefined {
      const row = young.get(key);
      if (row !== undefined) return row;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    /** Nothing that was set has been forgotten since the beginning. */
    knowsAll: () => complete,
  };
}

/** The rows of a table that is only added to, as a batch makes them: nothing is looked up or remembered. */
export function createAddedRows(table: Table): TableRows {
  let added: AnyRow[] = [];
  let before = 0;
  const neither = (): never => {
    throw new Error(`rows of ${table.name} are only added`);
  };
  const clear = () => {
    added = [];
    before = 0;
  };
  return {
    need: { row: neither, fresh: () => {} },
    rows: { get: neither, put: (row) => added.push(row), remove: neither },
    missing: () => [],
    knowsAll: () => true,
    load: () => {},
    beginEvent() {
      before = added.length;
    },
    undoEvent() {
      added.length = before;
    },
    changes: () => ({ created: added, updated: [], removed: [] }),
    changedKeys: () => [],
    size: () => added.length,
    markWritten: clear,
    discard: clear,
  };
}
