import type pg from 'pg';
import { streamsToErase } from '#contracts/events/streams.ts';
import type { Archive } from '#platform/event-store/postgres/archive.postgres.ts';
import type { Row } from '#platform/event-store/postgres/archive-files.ts';
import { isId } from '#platform/ids.ts';
import { CliError } from '#platform/terminal.ts';
import {
  type ArchivedLog,
  archivedRows,
  archiveOn,
  type Client,
  copied,
  type FactTable,
  factTables,
  migrationsOf,
  onSnapshot,
  quoted,
} from './facts.ts';
import { FORMAT, type Header, type Source, written } from './rescue-file.ts';

export type CompanyHeader = Header & {
  readonly companyId: string;
  /** What no two companies of an installation share. */
  readonly emails: readonly string[];
  readonly names: readonly string[];
};

/** The end of its chain; null for a company without sealed events. */
export type CompanyEnd = { readonly chain: { readonly events: number; readonly link: string } | null };

/** Tables with a company that stay where it was, and why. */
const LEFT_BEHIND: Readonly<Record<string, string>> = {
  sessions: 'people sign in again at the new address',
  known_devices: 'a cookie of the former address',
  passkeys: 'browsers use one only at the address where it was made',
  second_steps: 'as sessions, and for minutes only',
  email_links: 'links in mails lead to the former address',
  registration_tickets: 'as above, and for minutes only',
  mail_outbox: 'is sent once, by the installation that wrote it',
  development_mailbox: 'as above',
  billing_customers: 'the payment provider is asked again; the subscription is in the events',
  billing_intents: 'none may be open; closed ones are the log of calls that this installation made',
  billing_trials: 'known by the payer, not by the company',
  provider_events: 'addressed to this installation',
  retention_log: 'says what was erased here',
};

/** Tables of which the rows of a company move with it. */
export async function companyTables(client: Client): Promise<readonly FactTable[]> {
  const tables = await factTables(client);
  return tables.filter(
    ({ name, ofCompanies }) => ofCompanies && !name.includes('.') && !Object.hasOwn(LEFT_BEHIND, name),
  );
}

/** The columns of an event in the file; the time of recording as seals have it. */
export const EVENT_COLUMNS = ['position', 'revision', 'version', 'id', 'stream', 'type', 'data', 'metadata'];

type Exporting = {
  readonly pool: pg.Pool;
  readonly companyId: string;
  readonly archived: ArchivedLog;
  /** UTC ISO-8601. */
  readonly now: string;
  readonly signal: AbortSignal;
};

/**
 * One company as of one moment, while the program serves. `store` gets the contents of the file. Throws CliError while
 * a payment or an import of a file is under way.
 */
export function exportCompany(
  { pool, companyId, archived, now, signal }: Exporting,
  store: (contents: AsyncIterable<Buffer>) => Promise<void>,
): Promise<CompanyEnd> {
  if (!isId(companyId)) throw new Error(`not an id: ${companyId}`);
  return onSnapshot(pool, signal, async (client) => {
    await refuseWhileWorking(client, companyId);
    const header: CompanyHeader = {
      ...{ tallyboard: 'company', format: FORMAT, madeAt: now, companyId },
      migrations: await migrationsOf(client),
      emails: await list(
        client,
        'SELECT email AS text FROM emails WHERE company_id = $1 ORDER BY 1',
        companyId,
      ),
      names: await list(client, 'SELECT name AS text FROM company_names WHERE company_id = $1', companyId),
    };
    const end = { chain: await chainOf(client, companyId) };
    const tables = await companyTables(client);
    const archive = await archiveOn(client, archived);
    await store(written(header, sourcesOf(client, tables, companyId, archived, archive), () => end));
    return end;
  });
}

async function refuseWhileWorking(client: Client, companyId: string): Promise<void> {
  const { rows } = await client.query<{ paying: boolean; importing: boolean }>(
    `SELECT EXISTS (SELECT FROM billing_intents WHERE company_id = $1 AND state = 'open') AS paying,
            EXISTS (SELECT FROM imports WHERE company_id = $1 AND state IN ('running', 'undoing')) AS importing`,
    [companyId],
  );
  if (rows[0]?.paying)
    throw new CliError('A payment of the company is under way. Try again when it is settled.');
  if (rows[0]?.importing)
    throw new CliError('The company is importing a file. Try again when that has ended.');
}

async function list(client: Client, query: string, companyId: string): Promise<readonly string[]> {
  return (await client.query<{ text: string }>(query, [companyId])).rows.map(({ text }) => text);
}

/** The end of the chain of a company, as this connection sees it. */
export async function chainOf(client: Client, companyId: string): Promise<CompanyEnd['chain']> {
  const { rows } = await client.query<{ events: number; link: string }>(
    `SELECT number AS events, encode(link, 'hex') AS link FROM seal_links WHERE company_id = $1
      ORDER BY position DESC LIMIT 1`,
    [companyId],
  );
  return rows[0] ?? null;
}

/** Its id is in quotes: it was checked to be one. */
async function* sourcesOf(
  client: Client,
  tables: readonly FactTable[],
  companyId: string,
  archived: ArchivedLog,
  archive: Archive | null,
): AsyncGenerator<Source> {
  const { streams, prefixes } = streamsToErase(companyId);
  const archivedTo = archive?.end ?? 0;
  const ofCompany = [
    `SELECT ${EVENT_COLUMNS.join(', ')} FROM events WHERE position > ${archivedTo} AND stream IN (${streams.map((name) => `'${name}'`).join(', ')})`,
    ...prefixes.map(
      (prefix) =>
        `SELECT ${EVENT_COLUMNS.join(', ')} FROM events
          WHERE position > ${archivedTo} AND stream >= '${prefix}' COLLATE "C" AND stream < '${prefix}\u{10FFFF}' COLLATE "C"`,
    ),
  ].join(' UNION ALL ');
  const inTable = copied(client, 'events', EVENT_COLUMNS, `${ofCompany} ORDER BY position`);
  const positions = archive ? await archived.positionsOf(client as pg.PoolClient, { streams, prefixes }) : [];
  const recorded: [position: string, at: string][] = [];
  const onRow = (row: Row) => void recorded.push([row[0], row[6]]);
  async function* events() {
    if (archive) yield* archivedRows(archive, { columns: EVENT_COLUMNS, positions, onRow });
    yield* inTable.blocks;
  }
  yield { ...inTable, blocks: events(), count: () => positions.length + inTable.count() };
  for (const { name, columns } of tables) {
    const own = `t.company_id = '${companyId}'`;
    const selected =
      name === 'seal_links'
        ? `${linksWithPlaces(columns)} events e ON e.position = t.position WHERE ${own} AND e.position > ${archivedTo}
           UNION ALL
           ${linksWithPlaces(columns)} ${timesOf(recorded)} ON e.position = t.position WHERE ${own}`
        : `SELECT ${withoutLeaf(columns)} FROM ${name} t WHERE ${own}`;
    yield copied(client, name, columns, selected);
  }
}

/** The tree of seals is of this installation; another one takes a seal into its own. */
const withoutLeaf = (columns: readonly string[]) =>
  columns.map((column) => (column === 'leaf' ? 'NULL::bigint' : quoted([column]))).join(', ');

/** Each with the place that it covers: of this log, or of an earlier one. */
function linksWithPlaces(columns: readonly string[]): string {
  const places: Readonly<Record<string, string>> = {
    sealed_position: 'coalesce(t.sealed_position, t.position)',
    // The key is of this installation.
    signature: 'NULL::bytea',
    sealed_at: `coalesce(t.sealed_at, to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`,
  };
  const list = columns.map((column) => places[column] ?? `t."${column}"`).join(', ');
  return `SELECT ${list} FROM seal_links t JOIN`;
}

/** When archived events were recorded, as a table. */
function timesOf(recorded: readonly (readonly [position: string, at: string])[]): string {
  const list = (texts: readonly string[]) => `'{${texts.join(',')}}'`;
  const times = list(recorded.map(([, at]) => `"${at}"`));
  return `unnest(${list(recorded.map(([position]) => position))}::bigint[], ${times}::timestamptz[])
    AS e (position, recorded_at)`;
}
