import type pg from 'pg';
import { type EventStore, START } from '#platform/event-store/event-store.port.ts';
import { removeRows, upsertRows } from './commit.ts';
import { copyRows } from './copy-rows.ts';
import { askForRows, fold, type SetAside } from './fold.ts';
import { decode } from './incoming.ts';
import { loadMissing } from './load.ts';
import type { ProjectedTable, Projection } from './projection.ts';
import { keyColumns } from './row-keys.ts';
import type { Schema } from './schema.ts';
import type { Table } from './table.ts';
import type { TableChanges } from './table-rows.ts';

/** Events read at once: few enough to be garbage before they are old. */
const WINDOW = 1000;
/** Changed rows of a table gathered before they are written: a row that changes all day is written once. */
const MOST_CHANGED = 20_000;

export type BulkLoad = {
  readonly client: pg.ClientBase;
  readonly schema: Schema;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  /** Hears how many events are folded so far. */
  readonly onWindow: (events: number) => void;
  readonly signal?: AbortSignal | undefined;
};

type Written = { readonly table: Table; readonly changes: TableChanges };

/**
 * Folds the log from its start into empty tables that nobody reads: the next events are read and folded while
 * the last rows are being written. Moves no checkpoint in the database; returns the events set
 * aside. Throws when the database refuses a row: the tables are then worth nothing.
 */
export async function bulkLoad(load: BulkLoad): Promise<readonly SetAside[]> {
  const { client, schema, store, projections } = load;
  const aside: SetAside[] = [];
  let writing: Promise<void> = Promise.resolve();
  let reading = quietly(store.readAll({ after: START, limit: WINDOW }));
  let events = 0;
  for (;;) {
    load.signal?.throwIfAborted();
    const recorded = await reading;
    const last = recorded.at(-1);
    if (!last) break;
    reading = quietly(store.readAll({ after: last.position, limit: WINDOW }));
    const batch = recorded.map(decode);
    for (const projection of projections) askForRows(projection, batch);
    if (projections.some(isMissingRows)) {
      await writing;
      for (const projection of projections) await loadMissing(client, schema, projection);
    }
    for (const projection of projections) {
      const failed = fold(projection, batch, null);
      for (const { stream } of failed) projection.stopped.add(stream);
      aside.push(...failed);
      projection.checkpoint = { ...projection.checkpoint, position: last.position };
    }
    events += batch.length;
    load.onWindow(events);
    const full = projections.flatMap(({ tables }) => tables).filter(isFull);
    if (full.length === 0) continue;
    await writing;
    writing = quietly(write(client, schema, full.map(takeChanges)));
  }
  await writing;
  const rest = projections.flatMap(({ tables }) => tables);
  await write(client, schema, rest.map(takeChanges));
  return aside;
}

async function write(client: pg.ClientBase, schema: Schema, written: readonly Written[]): Promise<void> {
  for (const { table, changes } of written) {
    const { created, updated, removed } = changes;
    await copyRows(client, schema, table, created);
    if (updated.length > 0) await client.query(upsertRows(schema, table, '$1'), [JSON.stringify(updated)]);
    if (removed.length > 0) {
      const keys = removed.map((key) => keyColumns(table, key));
      await client.query(removeRows(schema, table, '$1'), [JSON.stringify(keys)]);
    }
  }
}

/** Nobody reads these tables yet, so each is written when it is worth it. */
function isFull({ table, rows }: ProjectedTable): boolean {
  return rows.size() >= (table.remember ?? MOST_CHANGED);
}

function takeChanges({ table, rows }: ProjectedTable): Written {
  const changes = rows.changes();
  rows.settle();
  return { table, changes };
}

function isMissingRows(projection: Projection): boolean {
  return projection.tables.some(({ rows }) => rows.missing().length > 0);
}

/** A failure waits until somebody awaits the promise, instead of ending the process as unhandled. */
function quietly<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}
