import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { StructureEvent } from '#contracts/events/structure.events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { parseDecimal } from '#contracts/percent.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, isSame, refuse } from '#platform/commands/decision.ts';

/** One goal, and how many campaigns stand on it. */
export type GoalState =
  | { readonly kind: 'unknown' }
  | (Known & { readonly kind: 'set'; readonly campaigns: number })
  | (Known & { readonly kind: 'deleted' });

/** `entryDate` is the local date of whoever added it. */
type Known = { readonly goal: GoalFacts; readonly entryDate: string };

/** What a form says; absent means not said. */
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
export function goalDecider(goalId: string): Decider<GoalState, GoalCommand, StructureEvent> {
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
        if (state.kind !== 'unknown') return refuse('conflict');
        if (command.input.hourlySales === undefined) return refuse('incompleteFields');
        const goal = readGoal(command.input, { name: '', hourlySales: 0, hourlyDecisions: 0 });
        if (typeof goal === 'string') return refuse(goal);
        return accept({ type: 'GoalAdded', data: { goalId, entryDate: command.entryDate, goal } });
      }
      if (state.kind !== 'set') return refuse('noSuchGoal');
      if (command.type === 'DeleteGoal') {
        if (state.campaigns > 0) return refuse('goalHasCampaigns');
        return accept({ type: 'GoalDeleted', data: { goalId, before: state.goal } });
      }
      const before = state.goal;
      const after = readGoal(command.input, before);
      if (typeof after === 'string') return refuse(after);
      if (isSame(before, after)) return accept();
      return accept({ type: 'GoalEdited', data: { goalId, before, after } });
    },
  };

  function stand(state: GoalState, before?: CampaignFacts, after?: CampaignFacts): GoalState {
    if (state.kind !== 'set' || before?.goalId === after?.goalId) return state;
    const change = Number(after?.goalId === goalId) - Number(before?.goalId === goalId);
    return change === 0 ? state : { ...state, campaigns: state.campaigns + change };
  }
}

/** Name and hourly sales are required; hourly decisions are 0 where they do not apply. */
function readGoal(input: GoalInput, former: GoalFacts): GoalFacts | MessageCode {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  if (name === null) return 'invalidText';
  if (name === '' || input.hourlySales === '') return 'incompleteFields';
  const hourlySales = input.hourlySales === undefined ? former.hourlySales : parseDecimal(input.hourlySales);
  const decisions = input.hourlyDecisions === '' ? 0 : input.hourlyDecisions;
  const hourlyDecisions = decisions === undefined ? former.hourlyDecisions : parseDecimal(decisions);
  if (hourlySales === null || hourlyDecisions === null) return 'invalidNumber';
  return { name, hourlySales, hourlyDecisions };
}
