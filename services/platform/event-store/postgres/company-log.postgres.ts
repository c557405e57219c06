import type pg from 'pg';
import { ERASED, type RecordedEvent } from '../event-store.port.ts';
import { isoInstant } from './instant.postgres.ts';
import { outageOr } from './outage.postgres.ts';

/** A stored event with columns that readers do not get. */
export type ExactEvent = RecordedEvent & {
  /** True when the stored text of data and metadata is exactly what the store would write for their values. */
  readonly isAsWritten: boolean;
};

const COLUMNS = 'position, revision, version, id, stream, type, recorded_at, data, metadata';
type Row = [string, string, string, string, string, string, string, string, string];

/**
 * Selects the events of a company in one scan of the log by position: its id is in the stream's name and in the
 * metadata of each of them. It may select events of others too (an id within another), but misses none.
 */
const PAGE = `
  SELECT ${COLUMNS} FROM events
   WHERE position > $1 AND position <= $2 AND type <> '${ERASED}'
     AND (strpos(stream, $3) > 0 OR strpos(metadata::text, $3) > 0)
   ORDER BY position LIMIT $4`;
const AT = `SELECT ${COLUMNS} FROM events WHERE position = $1 AND type <> '${ERASED}'`;

/** Reads the events table as text, for the checks of its seals. */
export function createCompanyLog(pool: Pick<pg.Pool, 'query'>) {
  async function select(text: string, values: readonly (string | number)[]): Promise<ExactEvent[]> {
    try {
      const types = { getTypeParser: () => (value: string) => value };
      const query = { text, values: [...values], rowMode: 'array' as const, types };
      return decodeRows((await pool.query<Row>(query)).rows);
    } catch (error) {
      throw outageOr(error);
    }
  }

  return {
    /** At most `limit` events that name the company, with positions behind `after` and up to `to`, in order. */
    page: (companyId: string, after: number, to: number, limit: number) =>
      select(PAGE, [after, to, companyId, limit]),
    /** The event at this position, of any company; undefined when there is none or it was erased. */
    at: async (position: number): Promise<ExactEvent | undefined> => (await select(AT, [position]))[0],
  };
}

/** Any column may have been tampered with, so this never throws. */
function decodeRows(rows: readonly Row[]): ExactEvent[] {
  let writtenAt = '';
  let recordedAt = '';
  return rows.map(([position, revision, version, id, stream, type, at, dataText, metadataText]) => {
    if (at !== writtenAt) {
      writtenAt = at;
      recordedAt = isoInstant(at);
    }
    const data = parsed(dataText);
    const metadata = parsed(metadataText);
    return {
      id,
      stream,
      revision: Number(revision),
      position: Number(position),
      type,
      version: Number(version),
      data,
      metadata,
      recordedAt,
      isAsWritten: JSON.stringify(data) === dataText && JSON.stringify(metadata) === metadataText,
    };
  });
}

/** undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
