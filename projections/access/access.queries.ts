import { type Kysely, sql } from 'kysely';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageOf } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Which entries of the access history of a company. */
export type AccessFilter = {
  /** Whose account it is, or who did it. */
  readonly person?: string | undefined;
  /** Only what this manager may see: the own entries and those of associates. */
  readonly seenBy?: string | undefined;
  /** Instants, UTC ISO-8601, both inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Positions, exclusive and inclusive. */
  readonly behind?: number | undefined;
  readonly upTo?: number | undefined;
};

export function createAccessQueries(db: Kysely<ReadModels>) {
  return {
    /** Positions of the entries, which are the key of the page, too. */
    async accessEntries(
      companyId: string,
      { person, seenBy, since, until, behind, upTo }: AccessFilter,
      order: 'newest' | 'oldest',
      wish: PageWish,
    ): Promise<Page<number>> {
      if (!canExist(companyId, person ?? '', seenBy ?? '')) return { rows: [], next: null };
      let rows = db.selectFrom('read.access').select('position').where('company_id', '=', companyId);
      if (person !== undefined)
        rows = rows.where((eb) => eb.or([eb('employee_id', '=', person), eb('other_actor_id', '=', person)]));
      if (seenBy !== undefined)
        rows = rows.where(
          sql<boolean>`(employee_id = ${seenBy} OR employee_id IN (
            SELECT e.employee_id FROM read.employees e
             WHERE e.company_id = ${companyId} AND e.role = 'sales associate'))`,
        );
      if (since !== undefined) rows = rows.where('at', '>=', since);
      if (until !== undefined) rows = rows.where('at', '<=', until);
      if (behind !== undefined) rows = rows.where('position', '>', behind);
      if (upTo !== undefined) rows = rows.where('position', '<=', upTo);
      if (wish.after) rows = rows.where('position', order === 'newest' ? '<' : '>', Number(wish.after[0]));
      const found = await rows
        .orderBy('position', order === 'newest' ? 'desc' : 'asc')
        .limit(wish.limit + 1)
        .execute();
      return pageOf(
        found,
        wish,
        ({ position }) => [position],
        ({ position }) => position,
      );
    },
  };
}
