import type { Kysely } from 'kysely';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** What a campaign and its goal are called now; nulls for one that is not there. */
export async function campaignNames(
  db: Kysely<ReadModels>,
  companyId: string,
  campaignId: string | null,
): Promise<{ campaign_name: string | null; goal_name: string | null }> {
  const found =
    campaignId !== null && canExist(companyId, campaignId)
      ? await db
          .selectFrom('read.campaigns as c')
          .leftJoin('read.goals as g', (on) =>
            on.onRef('g.company_id', '=', 'c.company_id').onRef('g.goal_id', '=', 'c.goal_id'),
          )
          .select(['c.name as campaign_name', 'g.name as goal_name'])
          .where('c.company_id', '=', companyId)
          .where('c.campaign_id', '=', campaignId)
          .executeTakeFirst()
      : undefined;
  return found ?? { campaign_name: null, goal_name: null };
}
