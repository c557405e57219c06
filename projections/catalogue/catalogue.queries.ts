import type { Kysely } from 'kysely';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { compareNames } from '../by-name.ts';
import { canExist } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** The campaigns of the company with their goals, by name. */
export async function allCampaigns(db: Kysely<ReadModels>, companyId: string): Promise<Campaign[]> {
  if (!canExist(companyId)) return [];
  const rows = await db
    .selectFrom('read.campaigns as c')
    .leftJoin('read.goals as g', (on) =>
      on.onRef('g.company_id', '=', 'c.company_id').onRef('g.goal_id', '=', 'c.goal_id'),
    )
    .selectAll('c')
    .select(['g.name as goal_name', 'g.hourly_sales', 'g.hourly_decisions'])
    .where('c.company_id', '=', companyId)
    .where('c.deleted', '=', false)
    .orderBy('c.campaign_id')
    .execute();
  const campaigns = rows.map((row) => ({
    campaign_id: row.campaign_id,
    campaign_name: row.name,
    commission: row.commission_percent,
    tax: row.tax_percent,
    hourly_sales: row.hourly_sales ?? 0,
    hourly_decisions: row.hourly_decisions ?? 0,
    goal_id: row.goal_id,
    goal_name: row.goal_name ?? '',
    entry_date: row.entry_date,
  }));
  return campaigns.sort((a, b) => compareNames(a.campaign_name, b.campaign_name));
}
