import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { createAdvisoryLock } from '../../concurrency/advisory-lock.ts';
import { withTransaction } from '../../database.ts';
import { ERASED, type EventStore, type StreamSelection } from '../event-store.port.ts';
import { type Catalogue, folderOf, readCatalogue } from './archive.postgres.ts';
import { openSegment, pack, type Row, rowsOf, type Segment, writeSegment } from './archive-files.ts';
import { outageOr } from './dedicated-connection.postgres.ts';

/** Events in one transaction: a big company must not block vacuum for minutes. */
const AT_ONCE = 2000;
/** Behind a prefix it gives a name that comes after all names with this prefix; names are compared by bytes. */
const LAST_CHARACTER = '\u{10FFFF}';
/** Files are written by one at a time. */
const LIMITS = { running: 1, waiting: 10 };

export const archiveLock = (pool: pg.Pool) => createAdvisoryLock(pool, LIMITS);
export const ARCHIVE_LOCK = 'archive';

/** Blanks events: in place, the only change that the table permits (see migration 070), and in the archive. */
export function createEraser(pool: pg.Pool, dir: string | undefined): Pick<EventStore, 'count' | 'erase'> {
  const lock = archiveLock(pool);

  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await pool.query<Row>(text, values)).rows;
    } catch (error) {
      throw outageOr(error);
    }
  }

  async function count(selection: StreamSelection): Promise<number> {
    const text = `SELECT count(*) FROM (${inTable('true')} UNION ${IN_ARCHIVE}) s`;
    const [counted] = await query<{ count: number | string }>(text, valuesOf(selection));
    return Number(counted?.count ?? 0);
  }

  async function eraseInTable(selection: StreamSelection): Promise<void> {
    const text = `${inTable(`type <> '${ERASED}'`)} ORDER BY position DESC`;
    const rows = await query<{ position: string | number }>(text, valuesOf(selection));
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const positions = rows.slice(start, start + AT_ONCE).map(({ position }) => position);
      await query(
        `UPDATE events SET type = '${ERASED}', version = 1, data = '{}', metadata = '{}'
          WHERE position = ANY ($1::bigint[])`,
        [positions],
      );
    }
  }

  async function eraseInArchive(selection: StreamSelection): Promise<void> {
    const { segments } = await readCatalogue(pool);
    if (segments.length === 0) return;
    const positions = await archivedPositions(pool, selection);
    for (const segment of segments.toReversed()) {
      const own = new Set(positions.filter((at) => at >= segment.first && at <= segment.last));
      if (own.size > 0)
        await rewriteSegment(pool, folderOf(dir), segment, { positions: own, change: blanked });
    }
    await removeUnused(pool, folderOf(dir));
  }

  return {
    count,
    async erase(selection) {
      await lock.hold(ARCHIVE_LOCK, async () => {
        await eraseInTable(selection);
        await eraseInArchive(selection);
      });
      return count(selection);
    },
  };
}

/** Each part uses the index on stream names; an OR of them would scan the whole table. */
const inTable = (condition: string) => `
  SELECT position FROM events WHERE stream = ANY ($1) AND ${condition}
  UNION
  SELECT e.position FROM unnest($2::text[], $3::text[]) AS range (first, last)
    JOIN events e ON e.stream >= range.first COLLATE "C" AND e.stream < range.last COLLATE "C"
   WHERE ${condition}`;

const IN_ARCHIVE = `
  SELECT unnest(positions) AS position FROM archived_streams WHERE stream = ANY ($1)
  UNION
  SELECT unnest(s.positions) FROM unnest($2::text[], $3::text[]) AS range (first, last)
    JOIN archived_streams s ON s.stream >= range.first COLLATE "C" AND s.stream < range.last COLLATE "C"`;

/** Where the archived events of these streams are, erased or not, in order. */
export async function archivedPositions(
  db: Pick<pg.Pool, 'query'>,
  selection: StreamSelection,
): Promise<number[]> {
  try {
    const blank = inTable('position <= (SELECT archived_to FROM log_archive)');
    const text = `${blank} UNION ${IN_ARCHIVE} ORDER BY position`;
    const { rows } = await db.query<{ position: string | number }>(text, valuesOf(selection));
    return rows.map(({ position }) => Number(position));
  } catch (error) {
    throw outageOr(error);
  }
}

function valuesOf({ streams, prefixes }: StreamSelection) {
  return [streams, prefixes, prefixes.map((prefix) => prefix + LAST_CHARACTER)];
}

type Rewriting = {
  readonly positions: ReadonlySet<number>;
  /** Returns the row itself where nothing is to be changed. */
  readonly change: (row: Row) => Row;
  /** In the transaction in which the database names the new files. */
  readonly also?: (client: pg.ClientBase) => Promise<unknown>;
};

/**
 * Writes the segment anew with these rows changed. The database names the new files in one transaction, so a kill leaves
 * the former ones in use, or files that are no longer in use.
 */
async function rewriteSegment(
  pool: pg.Pool,
  dir: string,
  segment: Segment,
  { positions, change, also }: Rewriting,
): Promise<void> {
  const reader = await openSegment(dir, segment);
  const { manifest } = reader;
  const touched = new Set([...positions].map(reader.blockOf));
  const changed = (row: Row) => (positions.has(Number(row[0])) ? change(row) : row);
  let isChanged = false;
  for (const number of touched) {
    const [block] = await reader.packed([number]);
    isChanged ||= block !== undefined && rowsOf(block).some((row) => changed(row) !== row);
  }
  if (!isChanged) return;
  async function* blocks() {
    for (let number = 0; number < manifest.blocks.length; number++) {
      const [block = Buffer.alloc(0)] = await reader.packed([number]);
      yield touched.has(number) ? pack(rowsOf(block).map(changed)) : block;
    }
  }
  const before = await readCatalogue(pool);
  const file = await newFile(pool, segment, before);
  const written = await writeSegment(dir, file, manifest, blocks(), new AbortController().signal);
  await withTransaction(pool, async (client) => {
    await client.query('UPDATE log_segments SET file = $2, manifest = $3 WHERE first = $1', [
      segment.first,
      file,
      written.segment.manifest,
    ]);
    await nextVersion(client, before, before.archivedTo);
    await also?.(client);
  });
}

/** The text of the new data by position. */
export type NewTexts = ReadonlyMap<number, string>;

/** What changes with the events, in the same transaction, for these positions. */
type Also = (client: pg.ClientBase, positions: readonly number[]) => Promise<unknown>;

/**
 * Gives events of one person blank texts, in the archive and in place; the table permits nothing else (202611272126). One
 * transaction for each file of the archive and one for the table, last. May be repeated.
 */
export async function blankTexts(
  { pool, dir }: { readonly pool: pg.Pool; readonly dir: string | undefined },
  texts: NewTexts,
  also: Also,
  atLast: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const change = (row: Row): Row => {
    const [position, revision, version, id, stream, type, recordedAt, data, metadata] = row;
    const text = texts.get(Number(position)) ?? data;
    const isSame = text === data || type === ERASED;
    return isSame ? row : [position, revision, version, id, stream, type, recordedAt, text, metadata];
  };
  await archiveLock(pool).hold(ARCHIVE_LOCK, async () => {
    const { segments } = await readCatalogue(pool);
    for (const segment of segments) {
      const own = [...texts.keys()].filter((at) => at >= segment.first && at <= segment.last);
      if (own.length === 0) continue;
      const positions = new Set(own);
      await rewriteSegment(pool, folderOf(dir), segment, {
        ...{ positions, change },
        also: (client) => also(client, own),
      });
    }
    if (segments.length > 0) await removeUnused(pool, folderOf(dir));
    await withTransaction(pool, async (client) => {
      await also(client, [...texts.keys()]);
      for (const [position, text] of texts)
        await client.query(`UPDATE events SET data = $2::json WHERE position = $1 AND type <> '${ERASED}'`, [
          position,
          text,
        ]);
      await atLast(client);
    });
  });
}

function blanked(row: Row): Row {
  const [position, revision, , id, stream, type, recordedAt] = row;
  if (type === ERASED) return row;
  return [position, revision, '1', id, stream, ERASED, recordedAt, '{}', '{}'];
}

/** Throws when another process has changed the archive meanwhile: the lock was lost with its connection. */
export async function nextVersion(
  client: pg.ClientBase,
  { version }: Pick<Catalogue, 'version'>,
  archivedTo: number,
): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE log_archive SET version = version + 1, archived_to = $2 WHERE version = $1',
    [version, archivedTo],
  );
  if (rowCount !== 1) throw outageOr(new Error('Connection terminated: the lock of the archive was lost'));
}

/** Names the installation and the change, so no file is ever written twice with other contents. */
export async function newFile(
  pool: pg.Pool,
  { first, last }: Pick<Segment, 'first' | 'last'>,
  { version }: Pick<Catalogue, 'version'>,
): Promise<string> {
  return `${await installation(pool)}-${first}-${last}-${version + 1}`;
}

async function installation(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT substr(md5(system_identifier || current_database()), 1, 12) AS id FROM pg_control_system()`,
  );
  return rows[0]?.id as string;
}

/** Removes the files of this installation that the database does not name: erased events, and what a kill left. */
export async function removeUnused(pool: pg.Pool, dir: string): Promise<void> {
  const { segments } = await readCatalogue(pool);
  const own = `${await installation(pool)}-`;
  const used = new Set(segments.map(({ file }) => file));
  for (const name of await readdir(dir)) {
    if (name.startsWith(own) && !used.has(name.split('.')[0] as string)) await rm(join(dir, name));
  }
}
