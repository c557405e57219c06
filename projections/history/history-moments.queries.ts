import { type Kysely, sql } from 'kysely';
import type { ReadModels } from '../read-models.ts';

/** The position before the first event, as event stores have it. */
export const START = -1;

const END_OF_TIME = '9999-12-31T23:59:59.999Z';

type Place = { readonly position: number; readonly moment: string };

/** Of a company's events; both null while there are none. */
export type HistoryEnds = { readonly first: Place | null; readonly last: Place | null };

/**
 * The position of the last event of a company that had happened at an instant (UTC ISO-8601), -1 before its
 * first one. Moments never fall from one position to the next, so that it is found by halving, without an
 * index by time.
 */
export async function positionAt(
  db: Kysely<ReadModels>,
  companyId: string,
  instant: string,
): Promise<number> {
  const year = new Date(instant).getUTCFullYear();
  if (year < 1) return START;
  // Postgres reads no year of five digits.
  const at = year > 9999 ? END_OF_TIME : instant;
  const { rows } = await sql<{ position: number }>`
    WITH RECURSIVE ends AS (
      SELECT (SELECT max(position) FROM read.history WHERE company_id = ${companyId}) AS newest
    ),
    -- What is sought is the last position not behind 'least' or between 'least' and 'most'.
    search (least, most) AS (
      SELECT ${START}::bigint, newest FROM ends WHERE newest IS NOT NULL
      UNION ALL
      SELECT CASE WHEN reached THEN middle ELSE least END, CASE WHEN reached THEN most ELSE middle - 1 END
        FROM (SELECT least, most, least + (most - least + 1) / 2 AS middle FROM search WHERE least < most) s,
     LATERAL (
               SELECT coalesce((
                 SELECT h.moment <= ${at}::timestamptz FROM read.history h
                  WHERE h.company_id = ${companyId} AND h.position <= s.middle
                  ORDER BY h.position DESC LIMIT 1), true) AS reached
             ) m
    )
    SELECT coalesce((
      SELECT h.position FROM read.history h
       WHERE h.company_id = ${companyId} AND h.position <= (SELECT max(least) FROM search)
       ORDER BY h.position DESC LIMIT 1), ${START}) AS position`.execute(db);
  return rows[0]?.position ?? START;
}

/**
 * When it was, for a company, at a position: the moment of its last event up to there, UTC ISO-8601. Null
 * before the first one.
 */
export async function momentOf(
  db: Kysely<ReadModels>,
  companyId: string,
  position: number,
): Promise<string | null> {
  return (await placeOf(db, companyId, position))?.moment ?? null;
}

/** The last event of a company up to a position; null before its first one. */
export async function placeOf(
  db: Kysely<ReadModels>,
  companyId: string,
  position: number,
): Promise<Place | null> {
  const row = await db
    .selectFrom('read.history')
    .select(['position', 'moment'])
    .where('company_id', '=', companyId)
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Where the history of a company begins and how far it goes. */
export async function historyEnds(db: Kysely<ReadModels>, companyId: string): Promise<HistoryEnds> {
  const end = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('read.history')
      .select(['position', 'moment'])
      .where('company_id', '=', companyId)
      .orderBy('position', direction)
      .limit(1)
      .executeTakeFirst();
  const [first = null, last = null] = await Promise.all([end('asc'), end('desc')]);
  return { first, last };
}
