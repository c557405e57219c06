import type { Kysely } from 'kysely';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { Goal, GoalCampaign } from '#contracts/endpoints/goals.endpoints.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pageByName } from '../queries/paging.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

type CampaignRow = ReadModels['read.campaigns'] & {
  readonly goal_name: string | null;
  readonly hourly_sales: number | null;
  readonly hourly_decisions: number | null;
};

export type CatalogueQueries = ReturnType<typeof createCatalogueQueries>;

/** Goals and campaigns as they are now. */
export function createCatalogueQueries(db: Kysely<ReadModels>) {
  return {
    /** The campaigns of the company with their goals, by name. */
    async campaignsOf(companyId: string, wish: PageWish): Promise<Page<Campaign>> {
      const rows = canExist(companyId) ? await campaigns(db, companyId).execute() : [];
      return pageByName(rows.map(shown), wish, nameAndId);
    },

    /** The campaigns on a goal, by name; none for a goal that is unknown, deleted or foreign. */
    async campaignsOfGoal(companyId: string, goalId: string, wish: PageWish): Promise<Page<GoalCampaign>> {
      const rows = canExist(companyId, goalId)
        ? await campaigns(db, companyId).where('c.goal_id', '=', goalId).execute()
        : [];
      return pageByName(
        rows.map((row) => ({ id: row.campaign_id, name: row.name, ...shown(row) })),
        wish,
        nameAndId,
      );
    },

    /** The goals of the company, by name. */
    async goalsOf(companyId: string, wish: PageWish): Promise<Page<Goal>> {
      const rows = canExist(companyId)
        ? await db
            .selectFrom('read.goals')
            .select(['goal_id as id', 'name', 'hourly_sales', 'hourly_decisions', 'entry_date'])
            .where('company_id', '=', companyId)
            .where('deleted', '=', false)
            .execute()
        : [];
      return pageByName(rows, wish, ({ name, id }) => [name, id]);
    },

    /** Whether the company has this goal now. */
    async isGoal(companyId: string, goalId: string): Promise<boolean> {
      if (!canExist(companyId, goalId)) return false;
      const found = db
        .selectFrom('read.goals')
        .select('goal_id')
        .where('company_id', '=', companyId)
        .where('goal_id', '=', goalId)
        .where('deleted', '=', false);
      return (await found.executeTakeFirst()) !== undefined;
    },

    /** Whether the company has this campaign now. */
    async isCampaign(companyId: string, campaignId: string): Promise<boolean> {
      if (!canExist(companyId, campaignId)) return false;
      const found = campaigns(db, companyId).where('c.campaign_id', '=', campaignId);
      return (await found.executeTakeFirst()) !== undefined;
    },
  };
}

function campaigns(db: Kysely<ReadModels>, companyId: string) {
  return db
    .selectFrom('read.campaigns as c')
    .leftJoin('read.goals as g', (on) =>
      on.onRef('g.company_id', '=', 'c.company_id').onRef('g.goal_id', '=', 'c.goal_id'),
    )
    .selectAll('c')
    .select(['g.name as goal_name', 'g.hourly_sales', 'g.hourly_decisions'])
    .where('c.company_id', '=', companyId)
    .where('c.deleted', '=', false);
}

function shown(row: CampaignRow): Campaign {
  return {
    campaign_id: row.campaign_id,
    campaign_name: row.name,
    commission: row.commission_percent,
    tax: row.tax_percent,
    hourly_sales: row.hourly_sales ?? 0,
    hourly_decisions: row.hourly_decisions ?? 0,
    goal_id: row.goal_id,
    goal_name: row.goal_name ?? '',
    entry_date: row.entry_date,
    rates_since: row.rates_since,
  };
}

function nameAndId({ campaign_name, campaign_id }: Campaign): readonly [string, string] {
  return [campaign_name, campaign_id];
}
