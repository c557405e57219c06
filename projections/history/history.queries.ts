import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { typesOf } from '#contracts/history/kinds.ts';
import type { HistoryEventType, SubjectKind } from '#contracts/history/subject.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageOf } from '../paging.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { IS_RARE } from './history.table.ts';

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

/** Where an event is to be found, and which one. */
export type HistoryRow = {
  readonly position: number;
  readonly type: HistoryEventType;
  readonly revision: number;
  readonly subjectId: string;
};

export type HistoryOrder = 'newest' | 'oldest';

/** Kinds of which there are few; see IS_RARE. */
const FREQUENT: ReadonlySet<SubjectKind> = new Set<SubjectKind>(['sale', 'shift']);

/** Events of a company by position, which is the key of the page. */
export async function historyOf(
  db: Kysely<ReadModels>,
  companyId: string,
  { person, campaign, kind, subject, behind, upTo }: HistoryFilter,
  order: HistoryOrder,
  wish: PageWish,
): Promise<Page<HistoryRow>> {
  if (!canExist(companyId, person ?? '', campaign ?? '', subject ?? '')) return { rows: [], next: null };
  let query = db
    .selectFrom('read.history')
    .select(['position', 'type', 'revision', 'subject_id'])
    .where('company_id', '=', companyId)
    .orderBy('position', order === 'newest' ? 'desc' : 'asc')
    .limit(wish.limit + 1);
  if (kind) query = query.where('type', 'in', typesOf(kind));
  if (kind && !FREQUENT.has(kind)) query = query.where(sql<boolean>`${sql.raw(IS_RARE)}`);
  if (subject !== undefined) query = query.where('subject_id', '=', subject);
  if (person !== undefined) query = query.where(either('employee_id', 'other_actor_id', person));
  if (campaign !== undefined) query = query.where(either('campaign_id', 'former_campaign_id', campaign));
  if (behind !== undefined) query = query.where('position', '>', behind);
  if (upTo !== undefined) query = query.where('position', '<=', upTo);
  if (wish.after) query = query.where('position', order === 'newest' ? '<' : '>', Number(wish.after[0]));
  const found = await query.execute();
  return pageOf(found, wish, ({ position }) => [position], shown);
}

type IdColumn = 'employee_id' | 'other_actor_id' | 'campaign_id' | 'former_campaign_id';

function either(one: IdColumn, other: IdColumn, id: string) {
  return (eb: ExpressionBuilder<ReadModels, 'read.history'>) => eb.or([eb(one, '=', id), eb(other, '=', id)]);
}

function shown(
  row: Pick<ReadModels['read.history'], 'position' | 'type' | 'revision' | 'subject_id'>,
): HistoryRow {
  const { position, type, revision, subject_id: subjectId } = row;
  // The projector writes no others.
  return { position, type: type as HistoryEventType, revision, subjectId };
}
