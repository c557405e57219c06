import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CliError } from '#platform/terminal.ts';
import type { BackupEnd, BackupHeader } from './backup.ts';
import { type Client, type FactTable, factTables, inTransaction, migrationsOf, quoted } from './facts.ts';
import { type Contents, type Header, type Kind, type Part, readFile } from './rescue-file.ts';

export type BackupContents = Contents<BackupHeader, BackupEnd>;

type Expected = {
  /** The migrations of this program. */
  readonly known: readonly string[];
  readonly events: BackupHeader['events'];
  readonly signal: AbortSignal;
};

/**
 * Reads a whole backup without writing anything. Throws CliError when this program or this installation cannot restore
 * it.
 */
export async function checkBackup(
  path: string,
  { known, events, signal }: Expected,
): Promise<BackupContents> {
  return readFile<BackupHeader, BackupEnd>(path, 'backup', {
    signal,
    onHeader: ({ migrations, events: its }) => {
      checkMigrations(path, migrations, known);
      if (its === events) return;
      const wanted = its === 'postgres' ? 'without EVENTSTORE_URL' : 'with EVENTSTORE_URL';
      throw new CliError(`${path} was made ${wanted} and is restored ${wanted}. Nothing was done.`);
    },
  });
}

/** Throws CliError for a file of a program that has other tables, unless this one can bring them up to date. */
function checkMigrations(path: string, migrations: readonly string[], known: readonly string[]): void {
  const unknown = migrations.find((name, index) => name !== known[index]);
  if (unknown === undefined) return;
  throw new CliError(
    `${path} was written by another version of the program (its tables have the migration ${unknown}). Nothing was done.`,
  );
}

/**
 * Whether the facts of this backup are here already, from a restore that ended before its checks; `pool` is of the server
 * itself. Throws CliError when the place is not empty, is in use, or has tables of another version.
 */
export async function isRestored(pool: pg.Pool, { header, sha256 }: BackupContents): Promise<boolean> {
  const programs = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name LIKE 'tallyboard%'`,
  );
  if (programs.rowCount) throw refused('a program is running on it. Stop it first');
  const restored = await markOf(pool);
  if (restored !== null) {
    if (restored === sha256) return true;
    throw refused('the restore of another file was begun there. Take an empty database, or that file');
  }
  const client = await pool.connect();
  try {
    const migrations = await migrationsOf(client);
    if (migrations.length === 0) return false;
    for (const { name } of (await factTables(client)).filter(({ name }) => !SEEDED.has(name))) {
      const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
      if (rowCount)
        throw refused(`there are rows in ${name}. A restore takes an empty database or data folder`);
    }
    if (migrations.length > header.migrations.length)
      throw refused('its tables are of a newer version than the file. Take a database without tables');
    return false;
  } finally {
    client.release();
  }
}

const refused = (reason: string) => new CliError(`Nothing was restored: ${reason}.`);

/** Migrations put rows into these. */
const SEEDED = new Set(['seal_progress', 'sandbox.secrets']);

/** In the schema of what can be made again: a restore that has it goes on with the read models. */
const MARK = 'read.restored';

async function markOf(pool: pg.Pool): Promise<string | null> {
  const found = await pool.query(`SELECT FROM pg_class WHERE oid = to_regclass('${MARK}')`);
  if (found.rowCount === 0) return null;
  const { rows } = await pool.query<{ file: string }>(`SELECT file FROM ${MARK}`);
  return rows[0]?.file ?? null;
}

/** To call when the checks of a restore are done. */
export async function forgetMark(pool: pg.Pool): Promise<void> {
  await pool.query(`DROP TABLE IF EXISTS ${MARK}`);
}

/**
 * Writes all facts of a checked backup into empty tables of its version, in one transaction: all or nothing. Throws
 * CliError for what the database refuses.
 */
export async function restoreFacts(
  pool: pg.Pool,
  path: string,
  checked: BackupContents,
  signal: AbortSignal,
): Promise<void> {
  await inTransaction(pool, signal, async (client) => {
    const tables = new Map((await factTables(client)).map((table) => [table.name, table]));
    const missing = checked.end.parts.find(({ name }) => !tables.has(name));
    if (missing) throw refused(`there is no table ${missing.name}`);
    // A program that starts meanwhile waits, also for a slow disk.
    await client.query(
      'SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE events IN EXCLUSIVE MODE',
    );
    if ((await client.query('SELECT FROM events LIMIT 1')).rowCount)
      throw refused('a program began to work there');
    await loadFile(client, { path, kind: 'backup', signal, refused }, checked, async (part) => {
      if (SEEDED.has(part.name)) await client.query(`DELETE FROM ${part.name}`);
      return part;
    });
    for (const table of tables.values()) await countOn(client, table);
    await client.query(`CREATE SCHEMA IF NOT EXISTS read`);
    await client.query(`CREATE TABLE ${MARK} AS SELECT '${checked.sha256}' AS file`);
  }).catch((error: Error) => {
    throw error instanceof CliError || signal.aborted ? error : refused(error.message);
  });
}

type FileToLoad = {
  readonly path: string;
  readonly kind: Kind;
  readonly signal: AbortSignal;
  readonly refused: (reason: string) => CliError;
};

/**
 * Writes the rows of a checked file into tables; `tableOf` makes the table of a part ready and names it. Refuses a file
 * that is not the checked one any more.
 */
export async function loadFile(
  client: Client,
  { path, kind, signal, refused }: FileToLoad,
  checked: Contents<Header, unknown>,
  tableOf: (part: Part) => Promise<Part>,
): Promise<void> {
  const rowsOf = new Map(checked.end.parts.map(({ name, rows }) => [name, rows]));
  const load = createLoad(client);
  const again = await readFile(path, kind, {
    signal,
    onPart: async (part) => load.begin(await tableOf(part)),
    onRows: load.add,
    onPartEnd: async ({ name }) => {
      const rows = await load.end();
      if (rows !== rowsOf.get(name)) throw refused(`${name} took ${rows} rows of ${rowsOf.get(name)}`);
    },
  }).catch(async (error: unknown) => {
    await load.abandon();
    throw error;
  });
  if (again.sha256 !== checked.sha256) throw refused(`${path} has changed meanwhile`);
}

/** Rows in COPY's text format, on their way into a table. */
function createLoad(client: Client) {
  let stream: ReturnType<typeof copyFrom> | undefined;
  let failed: Error | undefined;
  return {
    begin({ name, columns }: Part): void {
      stream = client.query(copyFrom(`COPY ${name} (${quoted(columns)}) FROM STDIN`));
      failed = undefined;
      stream.on('error', (error: Error) => {
        failed ??= error;
      });
    },
    async add(rows: Buffer): Promise<void> {
      if (failed) throw failed;
      if (stream && !stream.write(rows)) await once(stream, 'drain');
    },
    /** The number of rows. */
    async end(): Promise<number> {
      if (failed || !stream) throw failed ?? new Error('no rows were begun');
      stream.end();
      await once(stream, 'finish');
      const { rowCount } = stream;
      stream = undefined;
      return rowCount;
    },
    /** Takes back what was begun, so that the connection can go on. */
    async abandon(): Promise<void> {
      if (!stream || failed) return;
      const closed = once(stream, 'close').catch(() => {});
      stream.destroy(new Error('abandoned'));
      await closed;
    },
  };
}

/** The server goes on counting behind the restored rows. */
async function countOn(client: Client, { name, identities }: FactTable): Promise<void> {
  for (const column of identities)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${column}'), max("${column}")) FROM ${name} HAVING count(*) > 0`,
    );
}
