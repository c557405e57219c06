import type pg from 'pg';
import { ERASED, type RecordedEvent } from './event-store.port.ts';
import { isoInstant } from './instant.postgres.ts';
import { outageOr } from './outage.postgres.ts';

/** A stored event with what a reader does not get to know. */
export type ExactEvent = RecordedEvent & {
  /** Whether data and metadata stand there letter by letter as the store writes what it would read from them. */
  readonly isAsWritten: boolean;
};

const COLUMNS = 'position, revision, version, id, stream, type, recorded_at, data, metadata';
type Row = [string, string, string, string, string, string, string, string, string];

/**
 * Of a company as one scan of the log by position: its name is in the stream's name and in the metadata of each
 * of its events. More than its own may come (a name within another), none of its own is left out.
 */
const PAGE = `
  SELECT ${COLUMNS} FROM events
   WHERE position > $1 AND position <= $2 AND type <> '${ERASED}'
     AND (strpos(stream, $3) > 0 OR strpos(metadata::text, $3) > 0)
   ORDER BY position LIMIT $4`;
const AT = `SELECT ${COLUMNS} FROM events WHERE position = $1 AND type <> '${ERASED}'`;

/** Reads the events table for those who have to see every letter of it. */
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
    /** Whatever stands there, of whichever company; undefined when nothing does, or what was there is erased. */
    at: async (position: number): Promise<ExactEvent | undefined> => (await select(AT, [position]))[0],
  };
}

/** Nothing here may be as it was written, so nothing here throws. */
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

/** undefined for what is no JSON, which is not as it was written then either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
