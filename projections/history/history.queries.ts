import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { SubjectKind } from '#contracts/history/description.ts';
import { typesOf } from '#contracts/history/history-events.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName, pageOf } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { ROWS_OF } from './history.table.ts';
import { createMomentQueries } from './history-moments.queries.ts';

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

export type HistoryQueries = ReturnType<typeof createHistoryQueries>;

/** The table of contents of a company's history: which events it has and when they happened. */
export function createHistoryQueries(db: Kysely<ReadModels>) {
  return {
    ...createMomentQueries(db),
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
  };
}

/** The words of an index; what is rare has several kinds. */
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
    /** Their names now, the deleted included; unknown ids are left out. One query for all of them. */
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
      FROM read.goals WHERE company_id = ${companyId} AND goal_id = ANY (${others}::text[])`.execute(db);
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
