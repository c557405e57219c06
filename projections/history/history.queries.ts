import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { typesOf } from '#contracts/history/history-events.ts';
import type { SubjectKind } from '#contracts/history/subject.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageOf } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { ROWS_OF } from './history.table.ts';
import { createMomentQueries } from './history-moments.queries.ts';
import { createNameQueries } from './history-names.queries.ts';

/** Which events of a company; all that is said has to fit. */
export type HistoryFilter = {
  /** Whom it is about, or who did it. */
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
