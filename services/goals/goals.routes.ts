import * as endpoints from '#contracts/endpoints/goals.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import { removed, written } from '#platform/http/written.ts';
import type { GoalInput } from './goal.decider.ts';
import type { GoalOutcome, GoalsCommands } from './goals.commands.ts';

/** What the read models know of goals; deleted ones left out, lists by name. */
export type GoalsQueries = {
  goalsOf(companyId: string, wish: PageWish): Promise<Page<endpoints.Goal>>;
  campaignsOfGoal(companyId: string, goalId: string, wish: PageWish): Promise<Page<endpoints.GoalCampaign>>;
  isGoal(companyId: string, goalId: string): Promise<boolean>;
};

export type GoalsRoutesDeps = { readonly commands: GoalsCommands; readonly queries: GoalsQueries };

export function goalsRoutes(route: Route, { commands, queries }: GoalsRoutesDeps): void {
  route(endpoints.getAllGoals, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.goalsOf(caller.companyId, wish)),
  );

  route(endpoints.getCampaignsOfGoal, async ({ caller: { companyId }, params: { id }, query }) => {
    if (!(await queries.isGoal(companyId, id))) return refuse('noSuchGoal');
    return answerPage(query, BY_NAME, (wish) => queries.campaignsOfGoal(companyId, id, wish));
  });

  route(endpoints.addGoal, async (call) => {
    const ctx = call.command(call.caller);
    const entryDate = localDate(ctx.now, call.caller.timeZone);
    return written(await commands.addGoal(ctx, { ...said(call.body), entryDate }), 'saved', shown);
  });

  route(endpoints.editGoal, async (call) => {
    const input = { ...said(call.body), goalId: call.params.id };
    return written(await commands.editGoal(call.command(call.caller), input), 'updated', shown);
  });

  route(endpoints.deleteGoal, async (call) => {
    const input = { goalId: call.params.id };
    return removed(await commands.deleteGoal(call.command(call.caller), input), 'goalDeleted');
  });
}

/** What counts of a body: nothing else that a client sends along gets into a command. */
function said({ name, hourlySales, hourlyDecisions }: GoalInput): GoalInput {
  return { name, hourlySales, hourlyDecisions };
}

function shown({ goalId, goal, entryDate }: GoalOutcome): endpoints.Goal {
  return {
    id: goalId,
    name: goal.name,
    hourly_sales: goal.hourlySales,
    hourly_decisions: goal.hourlyDecisions,
    entry_date: entryDate,
  };
}
