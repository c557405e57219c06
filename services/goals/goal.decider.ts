import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { parseDecimal } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { type Decider, isSame } from '#platform/commands/command.ts';

/** One goal, and the number of its campaigns. */
export type GoalState =
  | { readonly kind: 'unknown' }
  | (Known & { readonly kind: 'set'; readonly campaigns: number })
  | (Known & { readonly kind: 'deleted' });

/** `entryDate` is the local date of the manager who added it. */
type Known = { readonly goal: GoalFacts; readonly entryDate: string };

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

/** The rules of one goal, over the stream it shares with all campaigns and employees of its company. */
export function goalDecider(goalId: string): Decider<GoalState, GoalCommand, OrganizationEvent> {
  return {
    initial: { kind: 'unknown' },

    evolve: (state, event) => {
      switch (event.type) {
        case 'GoalAdded': {
          const { goal, entryDate } = event.data;
          return event.data.goalId === goalId ? { kind: 'set', goal, entryDate, campaigns: 0 } : state;
        }
        case 'GoalEdited':
          return event.data.goalId === goalId && state.kind === 'set'
            ? { ...state, goal: event.data.after }
            : state;
        case 'GoalDeleted':
          return event.data.goalId === goalId && state.kind === 'set'
            ? { kind: 'deleted', goal: event.data.before, entryDate: state.entryDate }
            : state;
        case 'CampaignAdded':
          return stand(state, undefined, event.data.campaign);
        case 'CampaignEdited':
          return stand(state, event.data.before, event.data.after);
        case 'CampaignDeleted':
          return stand(state, event.data.before, undefined);
        case 'EmployeeAdded':
        case 'EmployeeEdited':
        case 'EmployeeDeleted':
          return state;
      }
    },

    decide: (command, state) => {
      if (command.type === 'AddGoal') {
        if (state.kind !== 'unknown') return rejected('conflict');
        if (command.input.hourlySales === undefined) return rejected('incompleteFields');
        const goal = readGoal(command.input, { name: '', hourlySales: 0, hourlyDecisions: 0 });
        if (!goal.ok) return goal;
        return accepted([
          { type: 'GoalAdded', data: { goalId, entryDate: command.entryDate, goal: goal.value } },
        ]);
      }
      if (state.kind !== 'set') return rejected('noSuchGoal');
      if (command.type === 'DeleteGoal') {
        if (state.campaigns > 0) return rejected('goalHasCampaigns');
        return accepted([{ type: 'GoalDeleted', data: { goalId, before: state.goal } }]);
      }
      const before = state.goal;
      const after = readGoal(command.input, before);
      if (!after.ok) return after;
      if (isSame(before, after.value)) return accepted([]);
      return accepted([{ type: 'GoalEdited', data: { goalId, before, after: after.value } }]);
    },
  };

  function stand(state: GoalState, before?: CampaignFacts, after?: CampaignFacts): GoalState {
    if (state.kind !== 'set') return state;
    const change = Number(after?.goalId === goalId) - Number(before?.goalId === goalId);
    return { ...state, campaigns: state.campaigns + change };
  }
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
