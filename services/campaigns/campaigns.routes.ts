import * as endpoints from '#contracts/endpoints/campaigns.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { type Route, removed, written } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { CampaignInput, CampaignOutcome } from './campaign.decider.ts';
import type { CampaignsCommands } from './campaigns.commands.ts';

export type CampaignsRoutesDeps = {
  readonly commands: CampaignsCommands;
  readonly queries: Pick<Queries, 'campaignsOf' | 'isCampaign' | 'listEmployees'>;
};

export function campaignsRoutes(route: Route, { commands, queries }: CampaignsRoutesDeps): void {
  route(endpoints.getAllCampaigns, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.campaignsOf(caller.companyId, wish)),
  );

  route(endpoints.getEmployeesOfCampaign, async ({ caller: { companyId }, params: { id }, query }) => {
    if (!(await queries.isCampaign(companyId, id))) return rejected('noSuchCampaign');
    return answerPage(query, BY_NAME, (wish) => queries.listEmployees(companyId, { campaignId: id }, wish));
  });

  route(endpoints.addCampaign, async (call) => {
    const ctx = call.command(call.caller);
    const entryDate = localDate(ctx.now, call.caller.timeZone);
    return written(await commands.addCampaign(ctx, { ...said(call.body), entryDate }), 'saved', shown);
  });

  route(endpoints.editCampaign, async (call) => {
    const input = { ...said(call.body), campaignId: call.params.id };
    return written(await commands.editCampaign(call.command(call.caller), input), 'updated', shown);
  });

  route(endpoints.deleteCampaign, async (call) => {
    const input = { campaignId: call.params.id };
    return removed(await commands.deleteCampaign(call.command(call.caller), input), 'campaignDeleted');
  });
}

/** The used fields of a body; forms also send the goal's name, which is ignored. */
function said({ name, commission, tax, goalId }: CampaignInput): CampaignInput {
  return { name, commission, tax, goalId };
}

function shown({ campaignId, campaign, entryDate, goal }: CampaignOutcome): endpoints.Campaign {
  return {
    campaign_id: campaignId,
    campaign_name: campaign.name,
    commission: campaign.commissionPercent,
    tax: campaign.taxPercent,
    hourly_sales: goal.hourlySales,
    hourly_decisions: goal.hourlyDecisions,
    goal_id: campaign.goalId,
    goal_name: goal.name,
    entry_date: entryDate,
  };
}
