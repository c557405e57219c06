import type pg from 'pg';
import {
  ERASED,
  type EventStore,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  START,
} from '../event-store.port.ts';
import { type Archive, withArchived } from './archive.postgres.ts';
import { COLUMNS, type Row } from './archive-files.ts';
import { outageOr } from './dedicated-connection.postgres.ts';

/** More than any stream or log has: means 'no limit' without a second query text. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const LAST_REVISION = 2 ** 31 - 1;

export type LogReader = Pick<EventStore, 'read' | 'readAt' | 'readAll' | 'head' | 'has'>;

/** Behind the events of a query, in the same snapshot: up to where the log is archived. */
export const MARK = `SELECT archived_to, NULL::integer, NULL::integer, NULL::uuid, NULL::text, NULL::text,
  NULL::timestamptz, NULL::json, NULL::json FROM log_archive`;

/** The same for one stream: the revisions of it that are archived. */
const PIECES = `SELECT NULL::bigint, first_revision, last_revision, NULL::uuid, NULL::text, NULL::text,
  NULL::timestamptz, NULL::json, NULL::json FROM archived_streams WHERE stream = $1`;

const THERE = `type <> '${ERASED}'`;
/** A blank row of an archived event says where it is. */
const OF_STREAM = `(${THERE} OR position <= (SELECT archived_to FROM log_archive)) AND stream = $1 AND`;

/** Short queries, whose planning is most of their cost. Their names fit into the 63 characters of Postgres. */
const PREPARED = {
  forwards: [`${OF_STREAM} revision >= $2 ORDER BY revision LIMIT $3`, `${PIECES} AND last_revision >= $2`],
  backwards: [
    `${OF_STREAM} revision <= $2 ORDER BY revision DESC LIMIT $3`,
    `${PIECES} AND first_revision <= $2`,
  ],
  places: [`${THERE} AND position = ANY ($1::bigint[]) ORDER BY position`],
} as const;

type Value = string | number | readonly number[];
type Found = { readonly rows: readonly Row[]; readonly marks: readonly Row[] };

/** The events of a query that are still in the table, and what it says of the archive. */
export function splitMarks(rows: readonly Row[]): Found {
  const isMark = (row: Row) => row[3] === null;
  return { rows: rows.filter((row) => !isMark(row)), marks: rows.filter(isMark) };
}

const textOf = (where: string, mark: string | undefined) => {
  const select = `SELECT ${COLUMNS} FROM events WHERE ${where}`;
  return mark === undefined ? select : `(${select}) UNION ALL ${mark}`;
};

/** START where nothing is archived: an event that was put before the first one is read. */
export const archivedToOf = ({ marks }: Found): number => Number(marks[0]?.[0] ?? 0) || START;

/**
 * The pool's connections would keep a plan that was made while the table was small. So pages of the log are planned
 * each time, and a prepared statement gets a new name when the log is ten times as long.
 */
export function createLogReader(
  pool: pg.Pool,
  archive: Archive,
  onRead: (event: RecordedEvent) => void = () => {},
): LogReader {
  let digits = 1;

  async function select(
    where: string,
    mark: string | undefined,
    values: readonly Value[],
    name?: string,
  ): Promise<Found> {
    try {
      const { rows } = await pool.query<Row>({
        ...(name !== undefined && { name: `events ${name} ${digits}` }),
        text: textOf(where, mark),
        values: [...values],
        rowMode: 'array',
        types: { getTypeParser: () => asText },
      });
      const found = splitMarks(rows);
      digits = Math.max(digits, found.rows[0]?.[0].length ?? 0, found.rows.at(-1)?.[0].length ?? 0);
      return found;
    } catch (error) {
      throw outageOr(error);
    }
  }
  const prepared = (which: keyof typeof PREPARED, ...values: readonly Value[]) => {
    const [where, mark] = PREPARED[which];
    return select(where, mark, values, which);
  };

  function decoded(rows: readonly Row[]): RecordedEvent[] {
    const events = decodeRows(rows);
    // One of them is the newest, whatever the direction.
    for (const event of [events[0], events.at(-1)]) if (event) onRead(event);
    return events;
  }

  /** Of these revisions of a stream, at most so many, the first or backwards the last; in the order of the log. */
  async function archivedOf(
    stream: string,
    [from, to]: readonly [from: number, to: number],
    { limit, isForwards }: { readonly limit: number; readonly isForwards: boolean },
  ): Promise<Row[]> {
    const order = isForwards ? '' : 'DESC';
    const { rows } = await pool
      .query<{ position: number | string }>(
        `SELECT position FROM archived_streams, unnest(positions) WITH ORDINALITY AS at (position, nth)
          WHERE stream = $1 AND last_revision >= $2 AND first_revision <= $3
            AND first_revision + nth - 1 BETWEEN $2 AND $3
          ORDER BY position ${order} LIMIT $4`,
        [stream, from, to, limit],
      )
      .catch((error) => {
        throw outageOr(error);
      });
    return archive.at(rows.map(({ position }) => Number(position)).sort((a, b) => a - b));
  }

  return {
    async read(stream, { from, direction = 'forwards', limit = NO_LIMIT }: ReadStreamOptions = {}) {
      const isForwards = direction === 'forwards';
      const start = from ?? (isForwards ? 0 : LAST_REVISION);
      const { rows, marks } = await prepared(direction, stream, start, limit);
      const blank = rows.filter((row) => row[5] === ERASED).map((row) => Number(row[0]));
      if (marks.length === 0 && blank.length === 0) return decoded(rows);
      const last = marks.reduce((most, row) => Math.max(most, Number(row[2])), -1);
      const range = isForwards ? ([start, last] as const) : ([0, Math.min(start, last)] as const);
      const all = [
        ...rows,
        ...(await archive.at(blank.sort((a, b) => a - b))),
        ...(last < 0 ? [] : await archivedOf(stream, range, { limit, isForwards })),
      ].filter((row) => row[5] !== ERASED);
      // What is being archived may be in both.
      const once = [...new Map(all.map((row) => [Number(row[1]), row])).values()];
      const inOrder = once.sort((a, b) => (isForwards ? 1 : -1) * (Number(a[1]) - Number(b[1])));
      return decoded(inOrder.slice(0, limit));
    },

    async readAt(positions) {
      const { rows } = await prepared('places', positions);
      return decoded(await withArchived(archive, positions, rows));
    },

    async readAll({ after, direction = 'forwards', limit }: ReadAllOptions) {
      if (direction === 'backwards') {
        const found = await select(`${THERE} AND position < $1 ORDER BY position DESC LIMIT $2`, MARK, [
          after ?? NO_LIMIT,
          limit,
        ]);
        const archivedTo = archivedToOf(found);
        const kept = found.rows.filter((row) => Number(row[0]) > archivedTo);
        if (kept.length === limit || archivedTo === START) return decoded(kept);
        const before = Math.min(after ?? NO_LIMIT, archivedTo + 1);
        return decoded([...kept, ...(await archive.before(before, limit - kept.length))]);
      }
      let from = after ?? START;
      const rows: Row[] = [];
      for (;;) {
        if (from < archive.end) {
          const archived = await archive.after(from, limit - rows.length);
          rows.push(...archived.rows);
          if (rows.length >= limit) return decoded(rows);
          from = archived.end;
        }
        const where = `${THERE} AND position > $1 ORDER BY position LIMIT $2`;
        const found = await select(where, MARK, [from, limit - rows.length]);
        if (archivedToOf(found) <= from) return decoded([...rows, ...found.rows]);
        await archive.refresh();
      }
    },

    async has({ position, id }) {
      try {
        const { rows } = await pool.query('SELECT FROM events WHERE position = $1 AND id = $2', [
          position,
          id,
        ]);
        if (rows.length > 0) return true;
      } catch (error) {
        throw outageOr(error);
      }
      return (await archive.at([position])).some((row) => row[3] === id.toLowerCase());
    },

    async head() {
      const { rows } = await select(`${THERE} ORDER BY position DESC LIMIT 1`, MARK, []);
      return Number((rows[0] ?? (await archive.before(NO_LIMIT, 1))[0])?.[0] ?? START);
    },
  };
}

export function asText(value: string): string {
  return value;
}

/** Remembers the last conversion, because the events of one append share their time. */
function decodeRows(rows: readonly Row[]): RecordedEvent[] {
  let writtenAt = '';
  let recordedAt = '';
  return rows.map((row) => {
    if (row[6] !== writtenAt) {
      writtenAt = row[6];
      recordedAt = isoInstant(writtenAt);
    }
    return {
      id: row[3],
      stream: row[4],
      revision: Number(row[1]),
      position: Number(row[0]),
      type: row[5],
      version: Number(row[2]),
      data: JSON.parse(row[7]),
      metadata: JSON.parse(row[8]),
      recordedAt,
    };
  });
}

/**
 * Turns an instant of Postgres (`2026-01-05 14:00:01.5+00`) into UTC ISO-8601 with all its microseconds. In the zone
 * UTC, the usual one, it edits the text: parsing the date would cost as much as reading the event. Values that are
 * not instants in JavaScript (infinity, years BC) stay as Postgres writes them.
 */
export function isoInstant(text: string): string {
  const isUtc = text.endsWith('+00') && text[10] === ' ' && (text[19] === '+' || text[19] === '.');
  if (isUtc) return `${text.slice(0, 10)}T${text.slice(11, 19)}.${microseconds(text.slice(20, -3))}Z`;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return `${at.toISOString().slice(0, -5)}.${microseconds(/\.(\d+)/.exec(text)?.[1] ?? '')}Z`;
}

function microseconds(digits: string): string {
  return `${digits}000000`.slice(0, 6);
}
