import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';

/** Sales per hour of the company and its goals; a `share` of 1 is reached, null without a goal. */
export type Pace = { rate: number; goal: number; share: number | null };

/** The rates of all employees who have one, against the hourly goals of their campaigns. */
export function paceOf(
  rows: readonly BillboardRow[],
  campaigns: readonly Pick<Campaign, 'campaign_name' | 'hourly_sales'>[],
): Pace {
  const goals = new Map(campaigns.map((campaign) => [campaign.campaign_name, campaign.hourly_sales]));
  let [rate, goal] = [0, 0];
  for (const { sales_per_hour, campaign_name } of rows) {
    if (sales_per_hour === 'N/A') continue;
    rate += sales_per_hour;
    goal += goals.get(campaign_name ?? '') ?? 0;
  }
  return { rate, goal, share: goal > 0 ? rate / goal : null };
}
