import type pg from 'pg';
import { streamsToErase } from '#contracts/events/streams.ts';
import { isBadData } from '#platform/database-errors.ts';
import { isId } from '#platform/ids.ts';
import { CliError } from '#platform/terminal.ts';
import { type CompanyEnd, type CompanyHeader, companyTables, EVENT_COLUMNS } from './company-export.ts';
import { type Client, inTransaction, quoted } from './facts.ts';
import { type Contents, readFile } from './rescue-file.ts';
import { loadFile } from './restore.ts';

export type CompanyContents = Contents<CompanyHeader, CompanyEnd>;

/** Reads a whole file without writing anything. Throws CliError for one that this program cannot import. */
export function checkCompany(
  path: string,
  known: readonly string[],
  signal: AbortSignal,
): Promise<CompanyContents> {
  return readFile<CompanyHeader, CompanyEnd>(path, 'company', {
    signal,
    onHeader: ({ migrations, companyId }) => {
      if (!isId(companyId)) throw refused(`${path} names no company`);
      if (String(migrations) === String(known)) return;
      throw refused(`${path} was written by another version of the program. Export it with this one`);
    },
  });
}

const refused = (reason: string) => new CliError(`Nothing was imported: ${reason}.`);

/**
 * Throws CliError when the company is or was here, or when another company has an email or the name. Says all of them.
 */
export async function ensureRoom(
  client: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
  { companyId, emails, names }: CompanyHeader,
): Promise<void> {
  const { streams } = streamsToErase(companyId);
  const { rows } = await client.query<{ here: boolean; erased: boolean; emails: string[]; names: string[] }>(
    `SELECT EXISTS (SELECT FROM events WHERE stream = ANY ($2)) OR EXISTS (SELECT FROM accounts WHERE company_id = $1)
              AS here,
            EXISTS (SELECT FROM retention_log WHERE company_id = $1) AS erased,
            ARRAY(SELECT email FROM emails WHERE email = ANY ($3) ORDER BY 1) AS emails,
            ARRAY(SELECT name FROM company_names WHERE name = ANY ($4) ORDER BY 1) AS names`,
    [companyId, streams, emails, names],
  );
  const found = rows[0];
  if (found?.erased) throw refused(`company ${companyId} was erased here`);
  if (found?.here) throw refused(`company ${companyId} is here already`);
  if (found?.emails.length) throw refused(`another company uses ${found.emails.join(', ')}`);
  if (found?.names.length) throw refused(`another company has the name ${found.names.join(', ')}`);
}

export type Arrival = {
  readonly readByAll: Readonly<Record<string, number>>;
  /** Signs the end of the company's chain with the key of this installation. */
  readonly signEnd: (client: Client, companyId: string) => Promise<void>;
};

/**
 * Writes a checked company in one transaction: all or nothing. Its events get the next places of this log, in their
 * order and as they were stored; its seals go on to cover the places that they had. Rows that name another company are
 * refused, and so are events that a running process cannot read (`readByAll`: the newest versions by type that all read).
 * The end of its chain is signed with the key of this installation.
 * Appends of all companies wait while the events are written. Throws CliError for what is refused.
 */
export function importCompany(
  pool: pg.Pool,
  path: string,
  checked: CompanyContents,
  { readByAll, signEnd }: Arrival,
  signal: AbortSignal,
): Promise<void> {
  const { header, end } = checked;
  return inTransaction(pool, signal, async (client) => {
    await ensureRoom(client, header);
    const tables = new Map((await companyTables(client)).map(({ name, columns }) => [name, columns]));
    tables.set('events', EVENT_COLUMNS);
    await loadFile(client, { path, kind: 'company', signal, refused }, checked, async ({ name, columns }) => {
      if (String(tables.get(name)) !== String(columns)) throw refused(`there is no such table ${name}`);
      await client.query(arrival(name, columns));
      return { name: `arrived_${name}`, columns };
    });
    const names = end.parts.map(({ name }) => name);
    await refuseOthers(client, names, header.companyId);
    await refuseUnread(client, readByAll);
    await takeIn(client, new Map([...tables].filter(([name]) => names.includes(name))));
    await signEnd(client, header.companyId);
  }).catch((error: Error) => {
    if (error instanceof CliError) throw error;
    // Another process has written meanwhile what was free before; the detail names it.
    const { detail = error.message } = error as { detail?: string };
    throw isBadData(error) ? refused(detail.replace(/\.$/, '')) : error;
  });
}

/** Where the rows of a part wait. `place` is the order of the file. */
const arrival = (name: string, columns: readonly string[]) =>
  name === 'events'
    ? `CREATE TEMP TABLE arrived_events ON COMMIT DROP AS SELECT ${columns.join(', ')} FROM events WITH NO DATA;
       ALTER TABLE arrived_events ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY`
    : `CREATE TEMP TABLE arrived_${name} ON COMMIT DROP AS SELECT ${quoted(columns)} FROM ${name} WITH NO DATA`;

/** A file writes into its own company and into no other. */
async function refuseOthers(client: Client, names: readonly string[], companyId: string): Promise<void> {
  const { streams, prefixes } = streamsToErase(companyId);
  for (const name of names) {
    const isForeign =
      name === 'events'
        ? `NOT (stream = ANY ($2) OR EXISTS (SELECT FROM unnest($3::text[]) prefix WHERE starts_with(stream, prefix)))
            OR metadata->>'companyId' IS DISTINCT FROM $1`
        : 'company_id IS DISTINCT FROM $1 OR ($2::text[] IS NULL AND $3::text[] IS NULL)';
    const values = [companyId, streams, prefixes];
    const { rowCount } = await client.query(`SELECT FROM arrived_${name} WHERE ${isForeign} LIMIT 1`, values);
    if (rowCount) throw refused(`the file has rows of another company in ${name}`);
  }
}

/** Sealed events cannot be rewritten in a former version. */
async function refuseUnread(client: Client, readByAll: Readonly<Record<string, number>>): Promise<void> {
  const { rows } = await client.query<{ type: string; version: number }>(
    'SELECT type, version FROM arrived_events WHERE version > coalesce(($1::jsonb ->> type)::integer, 0) LIMIT 1',
    [JSON.stringify(readByAll)],
  );
  const [unread] = rows;
  if (unread) throw refused(`${unread.type} v${unread.version} is not read by every process that runs here`);
}

/** Columns with places of the former log. */
const PLACES: Readonly<Record<string, string>> = {
  seal_links: 'position',
  company_seals: 'position',
  imports: 'head',
};

/** From where the rows wait into the tables; those with places last, because from then on all appends wait. */
async function takeIn(client: Client, tables: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await client.query('CREATE UNIQUE INDEX ON arrived_events (position); ANALYZE arrived_events');
  for (const [name, columns] of tables) {
    const place = PLACES[name];
    if (place !== undefined) await findPlaces(client, name, place);
    else if (name !== 'events') await move(client, name, columns, quoted(columns));
  }
  // The lock of append_events_if.
  await client.query(`SELECT pg_advisory_xact_lock('events'::regclass::oid::integer, 0)`);
  const { rows } = await client.query<{ head: string | number }>(
    'SELECT coalesce(max(position), 0) AS head FROM events',
  );
  const here = `${Number(rows[0]?.head)} + place`;
  const others = EVENT_COLUMNS.slice(1);
  await move(
    client,
    'events',
    ['position', 'recorded_at', ...others],
    `${here}, (SELECT clock_timestamp()), ${quoted(others)}`,
  );
  for (const [name, place] of Object.entries(PLACES)) {
    const columns = tables.get(name) ?? [];
    const list = columns.map((column) => (column === place ? here : quoted([column])));
    if (columns.length > 0) await move(client, name, columns, list.join(', '));
  }
}

const move = (client: Client, name: string, columns: readonly string[], values: string) =>
  client.query(`INSERT INTO ${name} (${quoted(columns)}) SELECT ${values} FROM arrived_${name}`);

/** An import of a file begins behind any event of the log; the others name an event of the company. */
async function findPlaces(client: Client, name: string, column: string): Promise<void> {
  await client.query(
    `ALTER TABLE arrived_${name} ADD COLUMN place bigint;
     UPDATE arrived_${name} t SET place = coalesce((
       SELECT e.place FROM arrived_events e WHERE e.position <= t.${column} ORDER BY e.position DESC LIMIT 1), 0)
      WHERE t.${column} IS NOT NULL`,
  );
}
