import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { parseDecimal } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { type Decider, isSame } from '#platform/commands/command.ts';
import { type Organization, organization, there } from '#platform/commands/organization.fold.ts';

/** The fields of a form; an absent field stays as it is. */
export type GoalInput = {
  readonly name?: string | undefined;
  readonly hourlySales?: number | string | undefined;
  readonly hourlyDecisions?: number | string | undefined;
};

export type GoalCommand =
  | { readonly type: 'AddGoal'; readonly entryDate: string; readonly input: GoalInput }
  | { readonly type: 'EditGoal'; readonly input: GoalInput }
  | { readonly type: 'DeleteGoal' };

/** A goal after a command; after a deletion, as before it. */
export type GoalOutcome = { readonly goalId: string; readonly goal: GoalFacts; readonly entryDate: string };

/** The rules of one goal, over the stream it shares with all campaigns and employees of its company. */
export function goalDecider(
  goalId: string,
): Decider<Organization, GoalCommand, OrganizationEvent, GoalOutcome> {
  return {
    fold: organization,
    needs: ['GoalAdded', 'GoalEdited', 'GoalDeleted', 'CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],

    decide: (command, { goals, campaigns }) => {
      const goal = goals.get(goalId);
      if (command.type === 'AddGoal') {
        if (goal) return rejected('conflict');
        if (command.input.hourlySales === undefined) return rejected('incompleteFields');
        const facts = readGoal(command.input, { name: '', hourlySales: 0, hourlyDecisions: 0 });
        if (!facts.ok) return facts;
        return accepted([
          { type: 'GoalAdded', data: { goalId, entryDate: command.entryDate, goal: facts.value } },
        ]);
      }
      if (!goal || goal.isDeleted) return rejected('noSuchGoal');
      const before = goal.facts;
      if (command.type === 'DeleteGoal') {
        const hasCampaigns = [...campaigns.values()].some(
          ({ facts, isDeleted }) => !isDeleted && facts.goalId === goalId,
        );
        if (hasCampaigns) return rejected('goalHasCampaigns');
        return accepted([{ type: 'GoalDeleted', data: { goalId, before } }]);
      }
      const after = readGoal(command.input, before);
      if (!after.ok) return after;
      if (isSame(before, after.value)) return accepted([]);
      return accepted([{ type: 'GoalEdited', data: { goalId, before, after: after.value } }]);
    },

    outcome: ({ goals }) => {
      const { facts, entryDate } = there(goals, goalId);
      return { goalId, goal: facts, entryDate };
    },
  };
}

/** Name and hourly sales are required; hourly decisions default to 0. */
function readGoal(input: GoalInput, former: GoalFacts): Result<GoalFacts> {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  if (name === null) return rejected('invalidText');
  if (name === '' || input.hourlySales === '') return rejected('incompleteFields');
  const hourlySales = input.hourlySales === undefined ? former.hourlySales : parseDecimal(input.hourlySales);
  const decisions = input.hourlyDecisions === '' ? 0 : input.hourlyDecisions;
  const hourlyDecisions = decisions === undefined ? former.hourlyDecisions : parseDecimal(decisions);
  if (hourlySales === null || hourlyDecisions === null) return rejected('invalidNumber');
  return accepted({ name, hourlySales, hourlyDecisions });
}
