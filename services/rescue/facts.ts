import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { directOf, withTransaction } from '#platform/database.ts';
import type { StreamSelection } from '#platform/event-store/event-store.port.ts';
import type { Archive } from '#platform/event-store/postgres/archive.postgres.ts';
import { COLUMNS, type Row } from '#platform/event-store/postgres/archive-files.ts';
import type { Source } from './rescue-file.ts';

export type Client = pg.ClientBase;

/** Tables beside the read models that are not copied, and why. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  archived_streams: 'a restore has all events in the database',
  log_archive: 'as above',
  log_segments: 'as above',
  kysely_migration: 'a restore applies the migrations that the file names',
  kysely_migration_lock: 'as above, too',
  processes: 'says which processes run',
  stream_states: 'folded again from the events',
  tables_to_rewrite: 'a restored database has no bytes of erased rows',
  verifications: 'a check of another log; a new one takes a minute',
};

/** A table with facts; the sandbox provider's are its books. */
export type FactTable = {
  /** With its schema where it is not the current one. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that the server counts up. */
  readonly identities: readonly string[];
  /** Whether its rows name a company. */
  readonly ofCompanies: boolean;
};

/**
 * Read from the catalogue, so that new tables are included; those with references come behind the tables they refer to.
 * The jobs of BullMQ are in a schema of their own and are planned anew at the next start.
 */
export async function factTables(client: Client): Promise<readonly FactTable[]> {
  const { rows } = await client.query<FactTable & { refersTo: string[] }>(
    `SELECT CASE WHEN n.nspname = current_schema() THEN c.relname ELSE n.nspname || '.' || c.relname END AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns,
            coalesce(array_agg(a.attname::text) FILTER (WHERE a.attidentity <> ''), '{}') AS identities,
            bool_or(a.attname = 'company_id') AS "ofCompanies",
            ARRAY(SELECT f.confrelid::regclass::text FROM pg_constraint f
                   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS "refersTo"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname IN (current_schema(), 'sandbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> ALL ($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.oid, n.nspname, c.relname ORDER BY 1`,
    [Object.keys(NOT_COPIED)],
  );
  const sorted: FactTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()]}`);
    for (const { refersTo: _, ...table } of free) {
      sorted.push(table);
      waiting.delete(table.name);
    }
  }
  return sorted;
}

/** The migrations of a database, in their order; empty for one without our tables. */
export async function migrationsOf(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const found = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('kysely_migration')`);
  if (found.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM kysely_migration ORDER BY name COLLATE "C"',
  );
  return rows.map(({ name }) => name);
}

export const quoted = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(', ');

/** Rows come in pieces of a few hundred bytes; each block costs as much as twenty of them. */
const BLOCK = 1 << 18;

/** The rows of a query, in COPY's text format, as a part of a file. */
export function copied(client: Client, name: string, columns: readonly string[], query: string): Source {
  let rows = 0;
  async function* blocks(): AsyncGenerator<Buffer> {
    const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
    let gathered: Buffer[] = [];
    let size = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      gathered.push(piece);
      size += piece.length;
      if (size < BLOCK) continue;
      yield Buffer.concat(gathered);
      gathered = [];
      size = 0;
    }
    yield Buffer.concat(gathered);
    rows = stream.rowCount;
  }
  return { name, columns, blocks: blocks(), count: () => rows };
}

/** Events that left the table, as a connection sees them. */
export type ArchivedLog = {
  readonly open: (client: pg.PoolClient) => Archive;
  /** Where the archived events of streams are, in order. */
  readonly positionsOf: (client: pg.PoolClient, selection: StreamSelection) => Promise<readonly number[]>;
};

/** The archive as of the snapshot of this connection; null for tables of an older version, or nothing archived. */
export async function archiveOn(client: Client, { open }: ArchivedLog): Promise<Archive | null> {
  const found = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('log_archive')`);
  if (found.rowCount === 0) return null;
  const archive = open(client as pg.PoolClient);
  await archive.refresh();
  return archive.end > 0 ? archive : null;
}

const ARCHIVE_PAGE = 2000;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

type ArchivedOnes = {
  readonly columns: readonly string[];
  /** Ascending. */
  readonly positions: Iterable<number>;
  readonly onRow?: (row: Row) => void;
};

/** Events of the archive, erased ones too, in COPY's text format. */
export async function* archivedRows(
  archive: Archive,
  { columns, positions, onRow }: ArchivedOnes,
): AsyncGenerator<Buffer> {
  const names = COLUMNS.split(', ');
  const places = columns.map((column) => names.indexOf(column));
  for (const page of pagesOf(positions)) {
    const rows = await archive.at(page);
    if (rows.length !== page.length) throw new Error(`the archive lacks an event behind ${page[0]}`);
    if (onRow) rows.forEach(onRow);
    const lines = rows.map((row) => places.map((at) => escaped(row[at] as string)).join('\t'));
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

function* pagesOf(positions: Iterable<number>): Generator<number[]> {
  let page: number[] = [];
  for (const position of positions) {
    page.push(position);
    if (page.length < ARCHIVE_PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** All positions up to one. */
export function* upTo(last: number): Generator<number> {
  for (let position = 1; position <= last; position++) yield position;
}

const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] as string);

/**
 * Runs `work` on one snapshot of the database: what was acknowledged before it began is in it, and no later change.
 * Locks out no reader and no writer. A slow disk at the other end is no lost connection and no standstill. Behind a pooler
 * it is on a connection of the server itself, and so is its end by the signal: others wait for none of the pooler's meanwhile.
 */
export async function onSnapshot<Value>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const server = directOf(pool);
  const client = await server.connect();
  let done = () => {};
  let ended: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    done = await cancelOnAbort(server, client, signal);
    await client.query(
      `SET LOCAL tcp_user_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
       SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = ISO`,
    );
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    // In the middle of a COPY there is nothing else to do with it.
    ended = error as Error;
    throw error;
  } finally {
    done();
    client.release(ended);
  }
}

/** Like `withTransaction`, on the server itself; a statement that runs ends with an error when the signal aborts. */
export function inTransaction<Value>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const server = directOf(pool);
  return withTransaction(server, async (client) => {
    const done = await cancelOnAbort(server, client, signal);
    return work(client).finally(done);
  });
}

/**
 * A statement that runs, or waits for a lock, ends with an error when the signal aborts. Of a connection of the server
 * itself: a pooler lends that connection to another process a moment later. Call the result at the end.
 */
async function cancelOnAbort(pool: pg.Pool, client: Client, signal: AbortSignal): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const cancel = () => void pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => {});
  signal.addEventListener('abort', cancel);
  return () => signal.removeEventListener('abort', cancel);
}
