import type { Kysely } from 'kysely';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import { compareNames } from '../by-name.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** The job aids of the company, by name. */
export async function allJobAids(db: Kysely<ReadModels>, companyId: string): Promise<JobAid[]> {
  if (!canExist(companyId)) return [];
  const rows = await db
    .selectFrom('read.job_aids')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('job_aid_id')
    .execute();
  return rows
    .map(({ job_aid_id, name, url }) => ({ id: job_aid_id, name, doc_url: url }))
    .sort((a, b) => compareNames(a.name, b.name));
}
