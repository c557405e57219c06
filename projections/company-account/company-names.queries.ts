import type { Kysely } from 'kysely';
import type { ReadModels } from '../read-models.ts';

/** Companies that ever had a subscription and have not ended; of all, so not for what one company asks. */
export async function completedCompanies(
  db: Kysely<ReadModels>,
): Promise<{ companyId: string; name: string }[]> {
  return db
    .selectFrom('read.company_account')
    .select(['company_id as companyId', 'name'])
    .where('status', 'is not', null)
    .where('stage', 'not in', ['expired', 'terminated'])
    .execute();
}
