import type pg from 'pg';
import {
  ERASED,
  type EventStore,
  type ReadAllOptions,
  type ReadStreamOptions,
  type RecordedEvent,
  START,
} from '../event-store.port.ts';
import { outageOr } from './dedicated-connection.postgres.ts';

export const COLUMNS = 'position, revision, version, id, stream, type, recorded_at, data, metadata';
export type Row = [string, string, string, string, string, string, string, string, string];

/** More than any stream or log has: means 'no limit' without a second query text. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
const LAST_REVISION = 2 ** 31 - 1;

export type LogReader = Pick<EventStore, 'read' | 'readAt' | 'readAll' | 'head' | 'has'>;

/** Short queries, whose planning is most of their cost. Their names fit into the 63 characters of Postgres. */
const PREPARED = {
  forwards: 'stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3',
  backwards: 'stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3',
  places: 'position = ANY ($1::bigint[]) ORDER BY position',
} as const;

type Value = string | number | readonly number[];

/**
 * The pool's connections would keep a plan that was made while the table was small. So pages of the log are planned
 * each time, and a prepared statement gets a new name when the log is ten times as long.
 */
export function createLogReader(pool: pg.Pool, onRead: (event: RecordedEvent) => void = () => {}): LogReader {
  let digits = 1;

  async function select(where: string, values: readonly Value[], name?: string): Promise<RecordedEvent[]> {
    try {
      const { rows } = await pool.query<Row>({
        ...(name !== undefined && { name: `events ${name} ${digits}` }),
        text: `SELECT ${COLUMNS} FROM events WHERE type <> '${ERASED}' AND ${where}`,
        values: [...values],
        rowMode: 'array',
        types: { getTypeParser: () => asText },
      });
      digits = Math.max(digits, rows[0]?.[0].length ?? 0, rows.at(-1)?.[0].length ?? 0);
      const events = decodeRows(rows);
      // One of them is the newest, whatever the direction.
      for (const event of [events[0], events.at(-1)]) if (event) onRead(event);
      return events;
    } catch (error) {
      throw outageOr(error);
    }
  }
  const prepared = (which: keyof typeof PREPARED, ...values: readonly Value[]) =>
    select(PREPARED[which], values, which);

  return {
    read(stream, { from, direction = 'forwards', limit = NO_LIMIT }: ReadStreamOptions = {}) {
      return direction === 'forwards'
        ? prepared('forwards', stream, from ?? 0, limit)
        : prepared('backwards', stream, from ?? LAST_REVISION, limit);
    },

    readAt: (positions) => prepared('places', positions),

    readAll({ after, direction = 'forwards', limit }: ReadAllOptions) {
      return direction === 'forwards'
        ? select('position > $1 ORDER BY position LIMIT $2', [after ?? START, limit])
        : select('position < $1 ORDER BY position DESC LIMIT $2', [after ?? NO_LIMIT, limit]);
    },

    async has({ position, id }) {
      try {
        const { rows } = await pool.query('SELECT FROM events WHERE position = $1 AND id = $2', [
          position,
          id,
        ]);
        return rows.length > 0;
      } catch (error) {
        throw outageOr(error);
      }
    },

    async head() {
      try {
        const { rows } = await pool.query<{ head: string | number }>(
          `SELECT position AS head FROM events WHERE type <> '${ERASED}' ORDER BY position DESC LIMIT 1`,
        );
        return Number(rows[0]?.head ?? START);
      } catch (error) {
        throw outageOr(error);
      }
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
