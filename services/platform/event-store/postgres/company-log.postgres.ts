import { setImmediate as othersTurn } from 'node:timers/promises';
import type pg from 'pg';
import { ERASED, type RecordedEvent, START } from '../event-store.port.ts';
import { type Archive, createArchive, withArchived } from './archive.postgres.ts';
import { COLUMNS, type Row } from './archive-files.ts';
import { outageOr } from './dedicated-connection.postgres.ts';
import { archivedToOf, asText, isoInstant, MARK, splitMarks } from './log-reader.postgres.ts';

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
export async function* pagesOfCompany<Item>(
  db: Database,
  { companyId, withMisnamed }: { readonly companyId: string; readonly withMisnamed: boolean },
  { after, to }: Range,
  read: (positions: readonly number[]) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[], void, void> {
  for (let from = after; ; ) {
    const positions = await positionsOf(db, [companyId, from, to, MOST_POSITIONS, withMisnamed]);
    if (positions.length === 0) return;
    let next = read(positions.slice(0, FIRST_PAGE));
    for (let start = FIRST_PAGE; start < positions.length; start += PAGE) {
      const page = await next;
      next = read(positions.slice(start, start + PAGE));
      // The read that asks for it fails with it. Before that, or if none does, its failure would end the program.
      next.catch(() => {});
      // Else the query would be sent only after this page has been checked.
      await othersTurn();
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
const BETWEEN = `(${SELECT} position > $1 AND position <= $2
  AND (strpos(stream, $3) > 0 OR is_misnamed(stream, metadata)) ORDER BY position LIMIT 2147483647) UNION ALL ${MARK}`;

/** Reads the events that name one company exactly as they are stored, for the checks of its seals. */
export function createCompanyLog(db: Database, archive: Archive = createArchive({ pool: db })) {
  async function query(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      const types = { getTypeParser: () => asText };
      return (await db.query<Row>({ text, values: [...values], rowMode: 'array', types })).rows;
    } catch (error) {
      throw outageOr(error);
    }
  }

  const rowsAt = async (positions: readonly number[]): Promise<readonly Row[]> =>
    withArchived(archive, positions, await query(AT, [positions]));

  async function readBetween(companyId: string, { after, to }: Range): Promise<ExactEvent[]> {
    const found = splitMarks(await query(BETWEEN, [after, to, companyId]));
    const archivedTo = archivedToOf(found);
    const rows = found.rows.filter((row) => Number(row[0]) > archivedTo);
    const most = Math.min(archivedTo, to) - Math.max(after, 0);
    // Misnamed events are not archived.
    const old = most > 0 ? (await archive.after(after, most)).rows : [];
    const own = old.filter((row) => Number(row[0]) <= to && row[4].includes(companyId));
    return decodeExactly([...own, ...rows]);
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
        const asked = { companyId, withMisnamed: true };
        for await (const rows of pagesOfCompany(db, asked, { after, to: last }, rowsAt))
          yield decodeExactly(rows);
      } else {
        yield await readBetween(companyId, { after, to: last });
      }
    },
    /** The event at this position, of any company; undefined when there is none or it was erased. */
    at: async (position: number): Promise<ExactEvent | undefined> =>
      decodeExactly(await rowsAt([position]))[0],
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
