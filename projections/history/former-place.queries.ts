import type { Kysely } from 'kysely';
import type { ReadModels } from '../read-models.ts';

type Range = { readonly after: number; readonly to: number };

/** The first place of a company behind `after` and up to `to`, whatever stands there now; undefined for none. */
export async function formerPlaceWithin(db: Kysely<ReadModels>, companyId: string, { after, to }: Range) {
  return db
    .selectFrom('read.history')
    .select('position')
    .where('company_id', '=', companyId)
    .where('position', '>', after)
    .where('position', '<=', to)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** What stood at a position of the log, also when nothing does any more; undefined when that was never read. */
export async function formerPlace(db: Kysely<ReadModels>, companyId: string, position: number) {
  return db
    .selectFrom('read.history')
    .select(['type', 'revision', 'subject_id'])
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst();
}
