import { type EventType, events } from '#contracts/events/vocabulary.ts';
import type { Needs, ReadModel, Rows } from './read-model.ts';
import type { Database, Schema } from './schema.ts';
import type { Table } from './table.ts';
import { createAddedRows, createTableRows, type RowMemory, type TableRows } from './table-rows.ts';

/** A table of a projection with the rows of it that are in memory. */
export type ProjectedTable = { readonly table: Table; readonly rows: TableRows };

/** One read model being kept up to date, with its rows in memory. */
export type Projection = {
  readonly model: ReadModel;
  readonly tables: readonly ProjectedTable[];
  /** The arguments of the projectors, by the names they gave their tables. */
  readonly need: Readonly<Record<string, Needs<Table>>>;
  readonly rows: Readonly<Record<string, Rows<Table>>>;
  /** Parts of streams with an event that could not be projected; their later events wait for a rebuild too. */
  stopped: Set<string>;
};

export function createProjection(model: ReadModel, stopped: Iterable<string>, memory: RowMemory): Projection {
  const named = Object.entries(model.tables).map(([name, table]) => {
    const rows = table.addOnly ? createAddedRows(table) : createTableRows(table, memory);
    return [name, { table, rows }] as const;
  });
  return {
    model,
    tables: named.map(([, projected]) => projected),
    need: Object.fromEntries(named.map(([name, { rows }]) => [name, rows.need])),
    rows: Object.fromEntries(named.map(([name, { rows }]) => [name, rows.rows])),
    stopped: new Set(stopped),
  };
}

export function discard(projection: Projection): void {
  for (const { rows } of projection.tables) rows.discard();
}

export type PartOfStream = { readonly stream: string; readonly type: string };

/**
 * What is stopped by an event that is set aside: in the stream of an organization the goals, say, but not the campaigns.
 * Without a type, all of the stream.
 */
export function partOf(stream: string, type: string | null): string {
  const kind = type === null ? undefined : (events[type as EventType]?.history?.kind ?? type);
  return kind === undefined ? stream : `${stream} ${kind}`;
}

/** From now on, what follows these events in their streams is set aside, too. */
export function stop(
  projections: readonly Projection[],
  aside: readonly (PartOfStream & { readonly projection: string })[],
): void {
  for (const { model, stopped } of projections) {
    if (!model.isOrdered) continue;
    for (const { projection, stream, type } of aside)
      if (projection === model.name) stopped.add(partOf(stream, type));
  }
}

/** The projections with empty memory, and what is stopped as the database says. */
export async function openProjections(
  db: Database,
  schema: Schema,
  models: readonly ReadModel[],
  cacheSize: number,
): Promise<Projection[]> {
  const opened: Projection[] = [];
  for (const model of models) {
    const stopped = model.isOrdered ? await readStopped(db, schema, model.name) : [];
    opened.push(createProjection(model, stopped, { size: cacheSize }));
  }
  return opened;
}

/** What is stopped in a projection. */
async function readStopped(db: Database, schema: Schema, projection: string): Promise<string[]> {
  const { rows } = await db.query<{ stream: string; type: string | null }>(
    `SELECT DISTINCT stream, type FROM ${schema}.set_aside WHERE projection = $1`,
    [projection],
  );
  return rows.map(({ stream, type }) => partOf(stream, type));
}
