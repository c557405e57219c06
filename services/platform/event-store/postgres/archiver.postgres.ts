import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { withTransaction } from '../../database.ts';
import { CliError } from '../../terminal.ts';
import { ERASED } from '../event-store.port.ts';
import { readCatalogue } from './archive.postgres.ts';
import {
  COLUMNS,
  type Manifest,
  openSegment,
  packed,
  type Row,
  rowsDigest,
  rowsOf,
  type Segment,
  writeSegment,
} from './archive-files.ts';
import { newFile, nextVersion, removeUnused } from './eraser.postgres.ts';
import { asText, isoInstant } from './log-reader.postgres.ts';

export type Archiving = {
  readonly pool: pg.Pool;
  readonly dir: string;
  /** Events in a segment. */
  readonly size: number;
  /** Segments whose newest event was recorded before this instant, UTC ISO-8601. */
  readonly before: string;
  /** The last position that may be archived: up to here the seals hold, and no event is misnamed. */
  readonly to: number;
  readonly sealsIn: (range: { readonly after: number; readonly to: number }) => Promise<Manifest['seals']>;
  readonly onProgress?: (events: number, of: number) => void;
  readonly signal: AbortSignal;
};

export type Archived = {
  readonly segment: Segment;
  readonly bytes: number;
  readonly recorded: Manifest['recorded'];
};

const PAGE = 2000;
/** Events in one transaction. */
const LEAVE_AT_ONCE = 5000;

/**
 * Moves the oldest whole segment of the table into files. Null: none is old enough. Call it under ARCHIVE_LOCK, while
 * every process that runs reads the archive. Killed at any moment, it leaves all as it was, or the next call completes
 * it. Throws CliError for events that are not as the log writes them, and for a disk that is full.
 */
export async function archiveNext(archiving: Archiving): Promise<Archived | null> {
  const { pool, dir, size, sealsIn, signal } = archiving;
  await leaveTable(pool, signal);
  const catalogue = await readCatalogue(pool);
  const range = { after: catalogue.archivedTo, to: catalogue.archivedTo + size };
  const recorded = await recordedIn(archiving, range);
  if (!recorded) return null;
  await mkdir(dir, { recursive: true });
  await removeUnused(pool, dir);
  const about = { first: range.after + 1, last: range.to, recorded, seals: await sealsIn(range) };
  const file = await newFile(pool, about, catalogue);
  const read = rowsDigest();
  async function* rows() {
    for (let after = range.after; after < range.to; after += PAGE) {
      signal.throwIfAborted();
      const to = Math.min(after + PAGE, range.to);
      const page = await rowsBetween(pool, after, to);
      if (page.length !== to - after)
        throw refused(about, `there are not ${to - after} events behind ${after}`);
      for (const row of page) {
        read.add(row);
        yield row;
      }
      archiving.onProgress?.(to - range.after, size);
    }
  }
  const { segment, bytes } = await writeSegment(dir, file, about, packed(rows()), signal);
  if ((await digestOf(dir, segment, signal)) !== read.end()) throw refused(about, 'its file reads otherwise');
  await withTransaction(pool, async (client) => {
    await client.query('INSERT INTO log_segments VALUES ($1, $2, $3, $4, clock_timestamp())', [
      ...[segment.first, segment.last, segment.file, segment.manifest],
    ]);
    await noteStreams(client, about);
    await nextVersion(client, catalogue, segment.last);
  });
  await leaveTable(pool, signal);
  return { segment, bytes, recorded };
}

type Range = { readonly after: number; readonly to: number };
type About = Pick<Segment, 'first' | 'last'>;

const refused = ({ first, last }: About, reason: string) =>
  new CliError(`Events ${first} to ${last} stay in the database: ${reason}.`);

/** The times of its first and last event; null where the range is not whole or not old enough. */
async function recordedIn(
  { pool, before, to: mayTo }: Archiving,
  { after, to }: Range,
): Promise<Manifest['recorded'] | null> {
  if (to > mayTo) return null;
  const { rows } = await pool.query<{ newest: number | null; old: boolean }>(
    `SELECT (SELECT max(position) FROM events) AS newest,
            NOT EXISTS (SELECT FROM events WHERE position > $1 AND position <= $2 AND recorded_at >= $3) AS old`,
    [after, to, before],
  );
  const [found] = rows;
  // The next position follows from the newest event.
  if (!found?.old || Number(found.newest ?? 0) <= to) return null;
  const [first, last] = await Promise.all([after + 1, to].map((at) => rowsBetween(pool, at - 1, at)));
  const times = [first?.[0]?.[6], last?.[0]?.[6]].map((text) => isoInstant(text ?? ''));
  return [times[0] ?? '', times[1] ?? ''];
}

/** The first event that does not plainly belong to one company: a verification looks for those in the table only. */
export async function firstMisnamed(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ first: number | null }>(
    `SELECT min(position) AS first FROM events WHERE is_misnamed(stream, metadata) AND type <> 'Erased'`,
  );
  return rows[0]?.first ?? null;
}

/** In UTC, whatever the zone of the session. */
const SELECTED = COLUMNS.replace(
  'recorded_at',
  `to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`,
);

async function rowsBetween(pool: pg.Pool, after: number, to: number): Promise<Row[]> {
  const { rows } = await pool.query<Row>({
    text: `SELECT ${SELECTED} FROM events WHERE position > $1 AND position <= $2 ORDER BY position`,
    values: [after, to],
    rowMode: 'array',
    types: { getTypeParser: () => asText },
  });
  return rows;
}

/** Reads all of it, as any reader does. */
async function digestOf(dir: string, segment: Segment, signal: AbortSignal): Promise<string> {
  const reader = await openSegment(dir, segment);
  const found = rowsDigest();
  for (let number = 0; number < reader.manifest.blocks.length; number++) {
    signal.throwIfAborted();
    const [block = Buffer.alloc(0)] = await reader.packed([number]);
    for (const row of rowsOf(block)) found.add(row);
  }
  return found.end();
}

async function noteStreams(client: pg.ClientBase, about: About): Promise<void> {
  await client.query(
    `INSERT INTO archived_streams
     SELECT stream, min(revision), max(revision), array_agg(position ORDER BY revision) FROM events
      WHERE position BETWEEN $1 AND $2 GROUP BY stream HAVING count(*) > 1`,
    [about.first, about.last],
  );
  const { rows } = await client.query<{ stream: string }>(
    `SELECT stream FROM archived_streams s
      WHERE cardinality(positions) <> last_revision - first_revision + 1 AND positions[1] BETWEEN $1 AND $2 LIMIT 1`,
    [about.first, about.last],
  );
  if (rows[0]) throw refused(about, `the stream ${rows[0].stream} has a gap`);
}

/**
 * Rows of archived events, the oldest first. The last one of each stream is blanked instead of deleted, so that an append
 * finds the revision of the stream where it always does.
 */
async function leaveTable(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const isDone = await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ from: number; to: number }>(
        `SELECT left_to AS "from", least(archived_to, left_to + $1) AS "to" FROM log_archive`,
        [LEAVE_AT_ONCE],
      );
      const [from, to] = [Number(rows[0]?.from), Number(rows[0]?.to)];
      if (from === to) return true;
      for (const text of LEAVE) await client.query(text, [from, to]);
      return false;
    });
    if (isDone) return;
  }
}

/** An event alone of its stream in its segment has its blank row instead. */
const IS_NOTED = `EXISTS (SELECT FROM archived_streams s
  WHERE s.stream = e.stream AND e.revision BETWEEN s.first_revision AND s.last_revision)`;

/** Of the rows in a range: those that are not the last of their stream; blank rows that have been so far; the rest. */
const LEAVE = [
  `DELETE FROM events e WHERE position > $1 AND position <= $2 AND ${IS_NOTED}
      AND EXISTS (SELECT FROM events later WHERE later.stream = e.stream AND later.revision > e.revision)`,
  `DELETE FROM events e USING events later WHERE later.position > $1 AND later.position <= $2 AND ${IS_NOTED}
      AND e.stream = later.stream AND e.revision < later.revision AND e.position <= $1`,
  `UPDATE events SET type = '${ERASED}', version = 1, data = '{}', metadata = '{}'
    WHERE position > $1 AND position <= $2 AND type <> '${ERASED}'`,
  'UPDATE log_archive SET left_to = $2 WHERE left_to = $1',
];
