import * as endpoints from '#contracts/endpoints/campaigns.endpoints.ts';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import { removed, written } from '#platform/http/written.ts';
import type { CampaignInput } from './campaign.decider.ts';
import type { CampaignOutcome, CampaignsCommands } from './campaigns.commands.ts';

/** What the read models know of campaigns; deleted ones left out, lists by name. */
export type CampaignsQueries = {
  campaignsOf(companyId: string, wish: PageWish): Promise<Page<endpoints.Campaign>>;
  employeesOfCampaign(companyId: string, campaignId: string, wish: PageWish): Promise<Page<ListedEmployee>>;
  isCampaign(companyId: string, campaignId: string): Promise<boolean>;
};

export type CampaignsRoutesDeps = {
  readonly commands: CampaignsCommands;
  readonly queries: CampaignsQueries;
};

export function campaignsRoutes(route: Route, { commands, queries }: CampaignsRoutesDeps): void {
  route(endpoints.getAllCampaigns, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.campaignsOf(caller.companyId, wish)),
  );

  route(endpoints.getEmployeesOfCampaign, async ({ caller: { companyId }, params: { id }, query }) => {
    if (!(await queries.isCampaign(companyId, id))) return refuse('noSuchCampaign');
    return answerPage(query, BY_NAME, (wish) => queries.employeesOfCampaign(companyId, id, wish));
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

/** What counts of a body: the goal's name that a form sends along does not. */
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
