import type { Kysely } from 'kysely';
import type { JobAid } from '#contracts/endpoints/job-aids.endpoints.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

export type JobAidsQueries = ReturnType<typeof createJobAidsQueries>;

/** Job aids as they are now. */
export function createJobAidsQueries(db: Kysely<ReadModels>) {
  return {
    /** A page of the job aids of the company, by name. */
    async jobAidsOf(companyId: string, wish: PageWish): Promise<Page<JobAid>> {
      if (!canExist(companyId)) return { rows: [], next: null };
      const rows = await db
        .selectFrom('read.job_aids')
        .select(['job_aid_id as id', 'name', 'url as doc_url'])
        .where('company_id', '=', companyId)
        .execute();
      return pageByName(rows, wish, ({ name, id }) => [name, id]);
    },
  };
}
