import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { EventPlace, EventStore, RecordedEvent } from '#platform/event-store/event-store.port.ts';
import { askForRows, decode, fold, type SetAside } from './fold.ts';
import { type ProjectedTable, type Projection, stop } from './projection.ts';
import type { Schema } from './schema.ts';
import { columnsOf, halfPair, loadMissing, removeRows, upsertRows } from './stored-rows.ts';
import { type AnyRow, keyColumns, type Table } from './table.ts';

/** Events read at once: few enough to be garbage before they are old. */
const WINDOW = 500;
/** Changed rows of a table gathered before they are written: a row that changes all day is written once. */
const MOST_CHANGED = 5000;
/** Writes that may wait for the server: it stays busy while we fold, and what waits stays small. */
const MOST_WAITING = 4;

/** After so many events all rows are committed with the place: a rebuild that is killed goes on there. */
const COMMITTED_EVERY = 10_000;

export type BulkLoad = {
  readonly client: pg.ClientBase;
  readonly schema: Schema;
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  /** Folds the events behind this position, up to and including `until`. */
  readonly after: number;
  readonly until: number;
  /** Writes the place down, and what was set aside on the way to it, in the transaction of the rows. */
  readonly record: (to: EventPlace, aside: readonly SetAside[]) => Promise<void>;
  /** Gets the number of events folded so far. */
  readonly onWindow: (events: number) => void;
  readonly signal?: AbortSignal | undefined;
};

type Written = {
  readonly table: Table;
  readonly created: readonly Buffer[];
  /** Arrays of their columns. */
  readonly updated: readonly string[] | null;
  readonly removed: readonly string[] | null;
};

/**
 * Folds the log into tables without readers: the next events are read and folded while the last rows are being written.
 * Throws when the database refuses a row: the tables are then worth nothing.
 */
export async function bulkLoad(load: BulkLoad): Promise<void> {
  const writing: Promise<unknown>[] = [];
  try {
    await load.client.query(BEGIN);
    await foldAll(load, writing);
    await load.client.query('COMMIT');
  } catch (error) {
    // A second attempt must not find rows of this one.
    await Promise.allSettled(writing);
    await load.client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Others wait for none of its locks, and the log may be slow. */
const BEGIN = 'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0';

async function foldAll(load: BulkLoad, writing: Promise<unknown>[]): Promise<void> {
  const { client, schema, projections } = load;
  let aside: SetAside[] = [];
  const then = async (step: () => Promise<unknown>) => {
    while (writing.length >= MOST_WAITING) await writing.shift();
    writing.push(quietly(Promise.resolve(writing.at(-1)).then(step)));
  };
  const write = (tables: readonly ProjectedTable[]) => {
    const rows = tables.map(takeChanges);
    return then(() => writeTables(client, schema, rows));
  };
  const writeAll = async (to: EventPlace) => {
    await write(projections.flatMap(({ tables }) => tables));
    const noted = aside;
    aside = [];
    await then(() => load.record(to, noted));
  };
  let events = 0;
  let committed = 0;
  let last: EventPlace | undefined;
  for await (const recorded of windowsOf(load)) {
    const batch = recorded.map(decode);
    for (const projection of projections) askForRows(projection, batch);
    if (projections.some(isMissingRows)) {
      await Promise.all(writing);
      for (const projection of projections) await loadMissing(client, schema, projection);
    }
    for (const projection of projections) {
      const failed = fold(projection, batch, null);
      if (failed.length > 0) stop([projection], failed);
      aside.push(...failed);
    }
    last = recorded.at(-1);
    events += batch.length;
    load.onWindow(events);
    const full = projections
      .flatMap(({ tables }) => tables)
      .filter(({ rows }) => rows.size() >= MOST_CHANGED);
    if (full.length > 0) await write(full);
    if (last && events - committed >= COMMITTED_EVERY) {
      committed = events;
      await writeAll(last);
      await then(() => client.query(`COMMIT; ${BEGIN}`));
    }
  }
  if (last) await writeAll(last);
  await Promise.all(writing);
}

/** The part of the log in windows, the next of which is read while one is folded. */
async function* windowsOf({
  store,
  after,
  until,
  signal,
}: BulkLoad): AsyncGenerator<readonly RecordedEvent[]> {
  const readAfter = (position: number) => quietly(store.readAll({ after: position, limit: WINDOW }));
  let reading = readAfter(after);
  for (;;) {
    signal?.throwIfAborted();
    const read = await reading;
    const recorded = read.filter(({ position }) => position <= until);
    const last = recorded.at(-1);
    if (!last) return;
    if (recorded.length === read.length) reading = readAfter(last.position);
    yield recorded;
    if (recorded.length < read.length) return;
  }
}

async function writeTables(
  client: pg.ClientBase,
  schema: Schema,
  written: readonly Written[],
): Promise<void> {
  for (const { table, created, updated, removed } of written) {
    await copyRows(client, schema, table, created);
    if (updated !== null) await client.query(upsertRows(schema, table, 1), [...updated]);
    if (removed !== null) await client.query(removeRows(schema, table, 1), [...removed]);
  }
}

function takeChanges({ table, rows }: ProjectedTable): Written {
  const { created, updated, removed } = rows.changes();
  rows.markWritten();
  const keys = removed.map((key) => keyColumns(table, key));
  return {
    table,
    created: copyData(table, created),
    updated: updated.length > 0 ? columnsOf(updated, copyColumns(table)) : null,
    removed: keys.length > 0 ? columnsOf(keys, table.key) : null,
  };
}

function isMissingRows(projection: Projection): boolean {
  return projection.tables.some(({ rows }) => rows.missing().length > 0);
}

/** Keeps a rejection until the promise is awaited, instead of ending the process as unhandled. */
function quietly<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

/** The columns in the order of `copyData`. */
function copyColumns(table: Table): string[] {
  return Object.keys(table.columns);
}

/** In characters. Text that was put together of few pieces is still near at hand when it is encoded. */
const PORTION = 1 << 14;

/**
 * Rows in COPY's text format, ready for the wire, so that the rows themselves can be forgotten. Throws, as the
 * database does, what is a refusal of a row.
 */
function copyData(table: Table, rows: readonly AnyRow[]): readonly Buffer[] {
  const columns = copyColumns(table);
  const data: Buffer[] = [];
  let text = '';
  for (const row of rows) {
    text += encode(row, columns);
    if (text.length < PORTION) continue;
    data.push(encoded(text));
    text = '';
  }
  if (text !== '') data.push(encoded(text));
  return data;
}

function encoded(text: string): Buffer {
  if (!text.isWellFormed()) throw halfPair();
  return Buffer.from(text);
}

/** Loads rows that are not there yet, by COPY. Fails as a whole when one of them is refused. */
async function copyRows(
  client: pg.ClientBase,
  schema: Schema,
  table: Table,
  data: readonly Buffer[],
): Promise<void> {
  if (data.length === 0) return;
  const columns = copyColumns(table).join(', ');
  const stream = client.query(copyFrom(`COPY ${schema}.${table.name} (${columns}) FROM STDIN`));
  // The first error is the server's own; what its stream says after it has no meaning.
  stream.on('error', () => {});
  // The stream finishes a moment before the connection takes another statement.
  const drained = once(client, 'drain');
  for (const portion of data) stream.write(portion);
  stream.end();
  await Promise.all([once(stream, 'finish'), drained]);
}

/** One line of COPY's text format. */
function encode(row: AnyRow, columns: readonly string[]): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    const value = row[column];
    line += separator;
    separator = '\t';
    if (typeof value === 'string') line += SPECIAL.test(value) ? value.replace(EACH_SPECIAL, escaped) : value;
    else line += value === null ? '\\N' : value;
  }
  return `${line}\n`;
}

const SPECIAL = /[\\\n\r\t]/;
const EACH_SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  return ESCAPES[character] as string;
}
