import { type Kysely, sql } from 'kysely';
import type { ReadModels } from '../read-models.ts';

/** The position before the first event, as event stores have it. */
export const START = -1;

const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** An event of a company: its position in the log and its instant, UTC ISO-8601. */
export type Moment = { readonly position: number; readonly at: string };

type Range = { readonly after: number; readonly to: number };

/** From instants to positions and back: a part of `createHistoryQueries`. */
export function createMomentQueries(db: Kysely<ReadModels>) {
  return {
    /**
     * The position of the last event of a company that had happened at an instant (UTC ISO-8601), -1 before its
     * first one. Instants never fall from one position to the next, so a binary search finds it without an index
     * by time.
     */
    async positionAt(companyId: string, instant: string): Promise<number> {
      const year = new Date(instant).getUTCFullYear();
      if (year < 1) return START;
      // Postgres reads no year of five digits.
      const at = year > 9999 ? END_OF_TIME : instant;
      const { rows } = await sql<{ position: number }>`
    WITH RECURSIVE ends AS (
      SELECT (SELECT max(position) FROM read.history WHERE company_id = ${companyId}) AS newest
    ),
    -- The result is the last position up to 'least', or one between 'least' and 'most'.
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
    },

    /** The last event of a company up to a position; null before its first one. */
    async lastEventUpTo(companyId: string, position: number): Promise<Moment | null> {
      const row = await db
        .selectFrom('read.history')
        .select(['position', 'moment as at'])
        .where('company_id', '=', companyId)
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The first and the last event of a company; both null while there are none. */
    async historyEnds(
      companyId: string,
    ): Promise<{ readonly first: Moment | null; readonly last: Moment | null }> {
      const end = (direction: 'asc' | 'desc') =>
        db
          .selectFrom('read.history')
          .select(['position', 'moment as at'])
          .where('company_id', '=', companyId)
          .orderBy('position', direction)
          .limit(1)
          .executeTakeFirst();
      const [first = null, last = null] = await Promise.all([end('asc'), end('desc')]);
      return { first, last };
    },

    /** The first position behind `after`, up to `to`, at which the company had an event when this was projected. */
    async formerPositionWithin(companyId: string, { after, to }: Range): Promise<number | null> {
      const row = await db
        .selectFrom('read.history')
        .select('position')
        .where('company_id', '=', companyId)
        .where('position', '>', after)
        .where('position', '<=', to)
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return row?.position ?? null;
    },

    /** The event at a position when this was projected, even if the log has lost it since; undefined for none. */
    async formerEventAt(companyId: string, position: number) {
      return db
        .selectFrom('read.history')
        .select(['type', 'revision', 'subject_id'])
        .where('company_id', '=', companyId)
        .where('position', '=', position)
        .executeTakeFirst();
    },
  };
}

/** The moments of a company's events, by position, UTC ISO-8601; positions that are not projected yet are left out. */
export async function momentsAt(
  db: Kysely<ReadModels>,
  companyId: string,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('read.history')
    .select(['position', 'moment'])
    .where('company_id', '=', companyId)
    // One text for lists of every length, so that it can stay prepared.
    .where('position', '=', sql<number>`ANY (${positions}::bigint[])`)
    .execute();
  return new Map(rows.map(({ position, moment }) => [position, moment]));
}
