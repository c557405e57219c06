import type pg from 'pg';
import type { Archive } from '#platform/event-store/postgres/archive.postgres.ts';
import { CliError } from '#platform/terminal.ts';
import {
  type ArchivedLog,
  archivedRows,
  archiveOn,
  type Client,
  copied,
  factTables,
  migrationsOf,
  onSnapshot,
  quoted,
  upTo,
} from './facts.ts';
import { FORMAT, type Header, type Source, written } from './rescue-file.ts';

export type BackupHeader = Header & {
  /** Where the events are; those of EventStoreDB are not in the file. */
  readonly events: 'postgres' | 'eventstoredb';
  /** The newest event in the file. */
  readonly head: { readonly position: number; readonly id: string } | null;
};

/** What the read models said, up to a position of the log. */
export type Figures = {
  readonly position: number;
  /** Each company with its number of Closed sales and their commission in cents. */
  readonly companies: readonly (readonly [companyId: string, closed: number, cents: number])[];
};

export type BackupEnd = {
  /** The end of the chain of each company. */
  readonly chains: readonly (readonly [companyId: string, events: number, link: string])[];
  /** Null when there were no read models. */
  readonly figures: Figures | null;
};

export type Backup = {
  readonly pool: pg.Pool;
  readonly events: BackupHeader['events'];
  readonly archived: ArchivedLog;
  readonly now: string;
  /** Reads the figures in the snapshot. */
  readonly figures: (client: Client) => Promise<Figures | null>;
  readonly signal: AbortSignal;
};

/**
 * Every fact of the installation as of one moment, while the program serves. `store` gets the contents of the file and
 * resolves when they are stored. Throws CliError where there is nothing to copy.
 */
export function takeBackup(
  { pool, events, archived, now, figures, signal }: Backup,
  store: (contents: AsyncIterable<Buffer>) => Promise<void>,
): Promise<{ readonly header: BackupHeader; readonly tables: number; readonly chains: number }> {
  return onSnapshot(pool, signal, async (client) => {
    const migrations = await migrationsOf(client);
    if (migrations.length === 0)
      throw new CliError('There is nothing to copy: the database has no tables of ours.');
    const head = await headOf(client);
    const header: BackupHeader = {
      tallyboard: 'backup',
      format: FORMAT,
      madeAt: now,
      migrations,
      events,
      head,
    };
    const end = { chains: await chainsOf(client), figures: await figures(client) };
    const tables = await factTables(client);
    const archive = await archiveOn(client, archived);
    await store(written(header, sourcesOf(client, tables, archive), () => end));
    return { header, tables: tables.length, chains: end.chains.length };
  });
}

function* sourcesOf(
  client: Client,
  tables: Awaited<ReturnType<typeof factTables>>,
  archive: Archive | null,
): Generator<Source> {
  for (const { name, columns } of tables) {
    const all = copied(client, name, columns, `SELECT ${quoted(columns)} FROM ${name}`);
    yield archive && name === 'events' ? withArchived(client, columns, archive) : all;
  }
}

/** All events as of the snapshot: those in files first. A restore has them in the table again. */
function withArchived(client: Client, columns: readonly string[], archive: Archive): Source {
  const rest = `SELECT ${quoted(columns)} FROM events WHERE position > ${archive.end}`;
  const inTable = copied(client, 'events', columns, rest);
  async function* blocks() {
    yield* archivedRows(archive, { columns, positions: upTo(archive.end) });
    yield* inTable.blocks;
  }
  return { ...inTable, blocks: blocks(), count: () => archive.end + inTable.count() };
}

async function headOf(client: Client): Promise<BackupHeader['head']> {
  const { rows } = await client.query<{ position: string | number; id: string }>(
    'SELECT position, id FROM events ORDER BY position DESC LIMIT 1',
  );
  return rows[0] ? { position: Number(rows[0].position), id: rows[0].id } : null;
}

/** The end of each chain, from the links of this connection. */
export async function chainsOf(client: Client): Promise<BackupEnd['chains']> {
  const { rows } = await client.query<{ company_id: string; number: number; link: string }>(
    `SELECT DISTINCT ON (company_id) company_id, number, encode(link, 'hex') AS link FROM seal_links
      ORDER BY company_id, position DESC`,
  );
  return rows.map(({ company_id, number, link }) => [company_id, number, link] as const);
}
