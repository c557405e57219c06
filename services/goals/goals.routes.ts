import * as endpoints from '#contracts/endpoints/goals.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { type Route, removed, written } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { GoalInput, GoalOutcome } from './goal.decider.ts';
import type { GoalsCommands } from './goals.commands.ts';

export type GoalsRoutesDeps = {
  readonly commands: GoalsCommands;
  readonly queries: Pick<Queries, 'goalsOf' | 'campaignsOfGoal' | 'isGoal'>;
};

export function goalsRoutes(route: Route, { commands, queries }: GoalsRoutesDeps): void {
  route(endpoints.getAllGoals, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.goalsOf(caller.companyId, wish)),
  );

  route(endpoints.getCampaignsOfGoal, async ({ caller: { companyId }, params: { id }, query }) => {
    if (!(await queries.isGoal(companyId, id))) return rejected('noSuchGoal');
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

/** The used fields of a body; other fields never reach a command. */
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
