import { createAddedRows } from './added-rows.ts';
import type { Needs, ReadModel, Rows } from './read-model.ts';
import type { Table } from './table.ts';
import { createTableRows, type RowMemory, type TableRows } from './table-rows.ts';

/** How far a projection has come, as its checkpoint row says. A rebuild's swap raises the generation. */
export type Checkpoint = { readonly position: number; readonly generation: number };

/** A table of a projection with the rows of it that are in memory. */
export type ProjectedTable = { readonly table: Table; readonly rows: TableRows };

/** One read model being kept up to date: its place in the log and its rows in memory. */
export type Projection = {
  readonly model: ReadModel;
  readonly tables: readonly ProjectedTable[];
  /** The arguments of the projectors, by the names they gave their tables. */
  readonly need: Readonly<Record<string, Needs<Table>>>;
  readonly rows: Readonly<Record<string, Rows<Table>>>;
  checkpoint: Checkpoint;
  /** Streams with an event that could not be projected; their later events wait for a rebuild too. */
  stopped: Set<string>;
};

export function createProjection(
  model: ReadModel,
  checkpoint: Checkpoint,
  stopped: Iterable<string>,
  memory: RowMemory,
): Projection {
  const named = Object.entries(model.tables).map(([name, table]) => {
    const rows = table.addOnly ? createAddedRows(table) : createTableRows(table, memory);
    return [name, { table, rows }] as const;
  });
  return {
    model,
    tables: named.map(([, projected]) => projected),
    need: Object.fromEntries(named.map(([name, { rows }]) => [name, rows.need])),
    rows: Object.fromEntries(named.map(([name, { rows }]) => [name, rows.rows])),
    checkpoint,
    stopped: new Set(stopped),
  };
}

export function discard(projection: Projection): void {
  for (const { rows } of projection.tables) rows.discard();
}

/** Drops all memory: another writer changed the tables, or may have. */
export function forget(projection: Projection): void {
  for (const { rows } of projection.tables) rows.forget();
}
