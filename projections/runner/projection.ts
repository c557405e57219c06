import { type EventType, events } from '#contracts/events/vocabulary.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import type { Log } from '#platform/log.ts';
import type { Needs, ReadModel, Rows } from './read-model.ts';
import type { Database, Schema } from './schema.ts';
import type { Table } from './table.ts';
import { createAddedRows, createTableRows, type RowMemory, type TableRows } from './table-rows.ts';

/** How far a projection has come, as its checkpoint row says. A rebuild's swap raises the generation. */
export type Checkpoint = {
  readonly position: number;
  /** The event there; null before the first one, and after a version of the program that did not note it. */
  readonly eventId: string | null;
  readonly generation: number;
};

/** Before the first event. */
export const NOTHING_YET: Checkpoint = { position: START, eventId: null, generation: 0 };

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
  /** Parts of streams with an event that could not be projected; their later events wait for a rebuild too. */
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

/**
 * The projections as the database knows them, with empty memory. One whose tables are of another version
 * belongs to another version of the program, which is just replacing this one or being replaced, and is left
 * to it.
 */
export async function openProjections(
  db: Database,
  schema: Schema,
  models: readonly ReadModel[],
  cacheSize: number,
  log: Pick<Log, 'warn'>,
): Promise<Projection[]> {
  const checkpoints = await readCheckpoints(db, schema);
  const opened: Projection[] = [];
  for (const model of models) {
    const found = checkpoints.get(model.name);
    if (found?.version !== model.version) {
      log.warn({ projection: model.name, version: found?.version }, 'left to another version of the program');
      continue;
    }
    const { position, eventId, generation } = found;
    const stopped = model.isOrdered ? await readStopped(db, schema, model.name) : [];
    opened.push(createProjection(model, { position, eventId, generation }, stopped, { size: cacheSize }));
  }
  return opened;
}

type StoredCheckpoint = Checkpoint & { readonly projection: string; readonly version: number };

/** The checkpoints by projection; a projection without one has no tables yet. */
export async function readCheckpoints(
  db: Database,
  schema: Schema,
): Promise<ReadonlyMap<string, StoredCheckpoint>> {
  const { rows } = await db.query<StoredCheckpoint>(
    `SELECT projection, position, version, generation,
            CASE WHEN event_position = position THEN event_id END AS "eventId"
       FROM ${schema}.checkpoints`,
  );
  return new Map(rows.map((row) => [row.projection, row]));
}

/** What is stopped in a projection. */
async function readStopped(db: Database, schema: Schema, projection: string): Promise<string[]> {
  const { rows } = await db.query<{ stream: string; type: string | null }>(
    `SELECT DISTINCT stream, type FROM ${schema}.set_aside WHERE projection = $1`,
    [projection],
  );
  return rows.map(({ stream, type }) => partOf(stream, type));
}
