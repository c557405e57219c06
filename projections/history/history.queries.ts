import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { SubjectKind } from '#contracts/history/description.ts';
import { typesOf } from '#contracts/history/history-events.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { START } from '#platform/event-store/event-store.port.ts';
import { pageByName, pageOf } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { ROWS_OF } from './history.table.ts';

/** Which events of a company: those that meet every condition given. */
export type HistoryFilter = {
  /** The person an event is about, or the one that caused it. */
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  readonly kind?: SubjectKind | undefined;
  readonly subject?: string | undefined;
  /** Positions, exclusive and inclusive. */
  readonly behind?: number | undefined;
  readonly upTo?: number | undefined;
};
export type HistoryOrder = 'newest' | 'oldest';
type Rows = SelectQueryBuilder<ReadModels, 'read.history', { position: number }>;
type IdColumn = 'employee_id' | 'other_actor_id' | 'campaign_id' | 'former_campaign_id';
const OF_PERSON = ['employee_id', 'other_actor_id'] as const;
const OF_CAMPAIGN = ['campaign_id', 'former_campaign_id'] as const;

const END_OF_TIME = '9999-12-31T23:59:59.999Z';

/** An event of a company: its position in the log and its instant, UTC ISO-8601. */
export type Moment = { readonly position: number; readonly at: string };

type Range = { readonly after: number; readonly to: number };

export type HistoryQueries = ReturnType<typeof createHistoryQueries>;

/** The table of contents of a company's history: which events it has and when they happened. */
export function createHistoryQueries(db: Kysely<ReadModels>) {
  return {
    ...createNameQueries(db),

    /** Positions of a company's events in their order, which are the key of the page, too. */
    async historyOf(
      companyId: string,
      { person, campaign, kind, subject, behind, upTo }: HistoryFilter,
      order: HistoryOrder,
      wish: PageWish,
    ): Promise<Page<number>> {
      if (!canExist(companyId, person ?? '', campaign ?? '', subject ?? '')) return { rows: [], next: null };
      let rows: Rows = db.selectFrom('read.history').select('position').where('company_id', '=', companyId);
      if (kind) rows = ofKind(rows, kind);
      if (subject !== undefined) rows = rows.where('subject_id', '=', subject);
      if (behind !== undefined) rows = rows.where('position', '>', behind);
      if (upTo !== undefined) rows = rows.where('position', '<=', upTo);
      if (wish.after) rows = rows.where('position', order === 'newest' ? '<' : '>', Number(wish.after[0]));
      if (person !== undefined && campaign !== undefined) {
        rows = rows.where((eb) => eb.or(OF_CAMPAIGN.map((column) => eb(column, '=', campaign))));
      }
      const direction = order === 'newest' ? 'desc' : 'asc';
      const most = wish.limit + 1;
      const [one, other] = partsOf(rows, person, campaign).map((part) =>
        part.orderBy('position', direction).limit(most),
      ) as [Rows, Rows?];
      const both =
        other &&
        db
          .selectFrom(one.as('one'))
          .select('position')
          .unionAll(db.selectFrom(other.as('other')).select('position'))
          .orderBy('position', direction)
          .limit(most);
      const found = await (both ?? one).execute();
      return pageOf(
        found,
        wish,
        ({ position }) => [position],
        ({ position }) => position,
      );
    },

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

    /** Those in which an erasure was ever ordered. */
    async companiesWithOrders(): Promise<string[]> {
      const query = db.selectFrom('read.history').select('company_id').distinct();
      const rows = await query.where('type', '=', 'EmployeeErasureOrdered').execute();
      return rows.map(({ company_id }) => company_id);
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

/** The same words as the condition of a partial index; the rare kinds share one index. */
function ofKind(rows: Rows, kind: SubjectKind): Rows {
  if (kind === 'sale' || kind === 'shift') return rows.where(sql<boolean>`${sql.raw(ROWS_OF[kind])}`);
  return rows.where(sql<boolean>`${sql.raw(ROWS_OF.rare)}`).where('type', 'in', typesOf(kind));
}

/** A person, or a campaign, stands in one of two columns and never in both: each is found by its own index. */
function partsOf(rows: Rows, person: string | undefined, campaign: string | undefined): Rows[] {
  const where = (columns: readonly IdColumn[], id: string) =>
    columns.map((column) => rows.where(column, '=', id));
  if (person !== undefined) return where(OF_PERSON, person);
  return campaign === undefined ? [rows] : where(OF_CAMPAIGN, campaign);
}

/** Ids that need a name. */
export type NamedIds = {
  readonly persons: readonly string[];
  readonly campaigns: readonly string[];
  readonly goals: readonly string[];
};

type Named = { readonly id: string; readonly name: string };

/** What was found for them. */
export type FoundNames = {
  readonly persons: readonly Named[];
  readonly campaigns: readonly Named[];
  readonly goals: readonly Named[];
};

type NamedThing = Named & { readonly kind: 'person' | 'campaign' | 'goal'; readonly deleted: boolean };

/** Names of what a history mentions. */
function createNameQueries(db: Kysely<ReadModels>) {
  return {
    /** Their names now, also as of the past, the deleted included; unknown ids are left out. One query for all of them. */
    async historyNames(companyId: string, { persons, campaigns, goals }: NamedIds): Promise<FoundNames> {
      const found = { persons: [] as Named[], campaigns: [] as Named[], goals: [] as Named[] };
      if (!canExist(companyId)) return found;
      const [people, those, others] = [persons, campaigns, goals].map((ids) =>
        ids.filter((id) => canExist(id)),
      );
      const { rows } = await sql<Named & { kind: keyof FoundNames }>`
    SELECT 'persons' AS kind, employee_id AS id, first_name || ' ' || last_name AS name
      FROM read.employees WHERE company_id = ${companyId} AND employee_id = ANY (${people}::text[])
    UNION ALL
    SELECT 'campaigns', campaign_id, name
      FROM read.campaigns WHERE company_id = ${companyId} AND campaign_id = ANY (${those}::text[])
    UNION ALL
    SELECT 'goals', goal_id, name
      FROM read.goals WHERE company_id = ${companyId} AND goal_id = ANY (${others}::text[])`.execute(
        db.withoutPlugins(),
      );
      for (const { kind, id, name } of rows) found[kind].push({ id, name });
      return found;
    },

    /** Every person, campaign and goal that the company has or had, sorted by their names now. */
    async allHistoryNames(companyId: string, wish: PageWish): Promise<Page<NamedThing>> {
      if (!canExist(companyId)) return { rows: [], next: null };
      const { rows } = await sql<NamedThing>`
    SELECT 'person' AS kind, employee_id AS id, first_name || ' ' || last_name AS name, deleted
      FROM read.employees WHERE company_id = ${companyId}
    UNION ALL
    SELECT 'campaign', campaign_id, name, deleted FROM read.campaigns WHERE company_id = ${companyId}
    UNION ALL
    SELECT 'goal', goal_id, name, deleted FROM read.goals WHERE company_id = ${companyId}`.execute(db);
      return pageByName(rows, wish, ({ name, id }) => [name, id]);
    },
  };
}
