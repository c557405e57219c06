import type { AnyRow, Table } from './table.ts';
import type { TableRows } from './table-rows.ts';

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
    forget: clear,
  };
}
