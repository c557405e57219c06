import type { Kysely } from 'kysely';
import type { ReadModels } from '../read-models.ts';

/** What stood at a position of the log, also when nothing does any more; undefined when that was never read. */
export async function formerPlace(db: Kysely<ReadModels>, companyId: string, position: number) {
  return db
    .selectFrom('read.history')
    .select(['type', 'revision', 'subject_id'])
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst();
}
