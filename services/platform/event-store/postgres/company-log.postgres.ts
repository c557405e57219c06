import type pg from 'pg';
import { ERASED, type RecordedEvent, START } from '../event-store.port.ts';
import { outageOr } from './dedicated-connection.postgres.ts';
import { asText, COLUMNS, isoInstant, type Row } from './log-reader.postgres.ts';

/** An event, and whether its text in the table was changed by hand. */
export type ExactEvent = RecordedEvent & {
  /** True when the stored text of data and metadata is exactly what the store would write for their values. */
  readonly isAsWritten: boolean;
};

type Range = { readonly after: number; readonly to: number };
type Database = Pick<pg.Pool, 'query'>;

/** Events at once. Checking a page occupies the event loop, so a page is short. */
const PAGE = 500;
/** The first page is shorter: it is checked while the second one is read. */
const FIRST_PAGE = 100;
/** So many positions in a row are read faster than those of one company are found. */
export const FEW = PAGE;
/** Positions at once: 8 bytes each. */
const MOST_POSITIONS = 500_000;

/**
 * The events of one company in pages, found by the index on stream names.
 *
 * @param withMisnamed also events of any stream whose metadata does not plainly name the company of that stream
 * @param read the events at ascending positions; erased ones are left out
 */
export async function* pagesOfCompany<Event>(
  db: Database,
  { companyId, withMisnamed }: { readonly companyId: string; readonly withMisnamed: boolean },
  { after, to }: Range,
  read: (positions: readonly number[]) => Promise<readonly Event[]>,
): AsyncGenerator<readonly Event[], void, void> {
  for (let from = after; ; ) {
    const positions = await positionsOf(db, [companyId, from, to, MOST_POSITIONS, withMisnamed]);
    if (positions.length === 0) return;
    let next = read(positions.slice(0, FIRST_PAGE));
    for (let start = FIRST_PAGE; start < positions.length; start += PAGE) {
      const page = await next;
      next = read(positions.slice(start, start + PAGE));
      // The read that asks for it fails with it. Before that, or if none does, its failure would end the program.
      next.catch(() => {});
      yield page;
    }
    yield await next;
    if (positions.length < MOST_POSITIONS) return;
    from = positions.at(-1) as number;
  }
}

async function positionsOf(db: Database, values: readonly (string | number | boolean)[]): Promise<number[]> {
  try {
    const { rows } = await db.query<{ found: string | null }>(
      'SELECT positions_of_company($1, $2, $3, $4, $5) AS found',
      [...values],
    );
    return rows[0]?.found?.split(',').map(Number) ?? [];
  } catch (error) {
    throw outageOr(error);
  }
}

const SELECT = `SELECT ${COLUMNS} FROM events WHERE type <> '${ERASED}' AND`;
const AT = `${SELECT} position = ANY ($1::bigint[]) ORDER BY position`;
const BETWEEN = `${SELECT} position > $1 AND position <= $2
  AND (strpos(stream, $3) > 0 OR is_misnamed(stream, metadata)) ORDER BY position`;

/** Reads the events that name one company exactly as they are stored, for the checks of its seals. */
export function createCompanyLog(db: Database) {
  async function select(text: string, values: readonly unknown[]): Promise<ExactEvent[]> {
    try {
      const types = { getTypeParser: () => asText };
      const query = { text, values: [...values], rowMode: 'array' as const, types };
      return decodeExactly((await db.query<Row>(query)).rows);
    } catch (error) {
      throw outageOr(error);
    }
  }

  /** The position of the newest event, erased or not; START for none. */
  async function end(): Promise<number> {
    const { rows } = await db.query<{ last: string | number | null }>(
      'SELECT max(position) AS last FROM events',
    );
    return Number(rows[0]?.last ?? START);
  }

  return {
    end,
    /**
     * The events behind `after` and up to `to` that name the company in their stream or metadata, in order and in
     * pages; others may be among them.
     */
    async *read(companyId: string, { after, to }: Range): AsyncGenerator<readonly ExactEvent[], void, void> {
      const last = to === Number.MAX_SAFE_INTEGER ? await end() : to;
      if (last - after > FEW) {
        const read = (positions: readonly number[]) => select(AT, [positions]);
        yield* pagesOfCompany(db, { companyId, withMisnamed: true }, { after, to: last }, read);
      } else {
        yield await select(BETWEEN, [after, last, companyId]);
      }
    },
    /** The event at this position, of any company; undefined when there is none or it was erased. */
    at: async (position: number): Promise<ExactEvent | undefined> => (await select(AT, [[position]]))[0],
  };
}

/** Any column may have been tampered with, so this never throws. */
function decodeExactly(rows: readonly Row[]): ExactEvent[] {
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
