import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { StructureEvent } from '#contracts/events/structure.events.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { parsePercent } from '#contracts/percent.ts';
import { readShortText } from '#contracts/text.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, isSame, refuse } from '#platform/commands/decision.ts';
import { withEntry } from '#platform/commands/members.ts';

/** One campaign with the number of people on it, and the goals there are to choose from. */
export type CampaignState = { readonly goals: Goals } & (
  | { readonly kind: 'unknown' }
  | (Known & { readonly kind: 'running'; readonly employees: number })
  | (Known & { readonly kind: 'deleted' })
);

type Goals = ReadonlyMap<string, GoalFacts>;
/** `entryDate` is the local date of whoever added it. */
type Known = { readonly campaign: CampaignFacts; readonly entryDate: string };

/** What a form says; absent means not said. Commission and tax are percentages. */
export type CampaignInput = {
  readonly name?: string | undefined;
  readonly commission?: number | string | undefined;
  readonly tax?: number | string | undefined;
  readonly goalId?: string | undefined;
};

export type CampaignCommand =
  | { readonly type: 'AddCampaign'; readonly entryDate: string; readonly input: CampaignInput }
  | { readonly type: 'EditCampaign'; readonly input: CampaignInput }
  | { readonly type: 'DeleteCampaign' };

/** The rules of one campaign, over the stream it shares with all goals and employees of its company. */
export function campaignDecider(campaignId: string): Decider<CampaignState, CampaignCommand, StructureEvent> {
  return {
    initial: { kind: 'unknown', goals: new Map() },

    evolve: (state, event) => {
      switch (event.type) {
        case 'GoalAdded':
          return { ...state, goals: withEntry(state.goals, event.data.goalId, event.data.goal) };
        case 'GoalEdited':
          return { ...state, goals: withEntry(state.goals, event.data.goalId, event.data.after) };
        case 'GoalDeleted':
          return { ...state, goals: withEntry(state.goals, event.data.goalId, undefined) };
        case 'CampaignAdded': {
          const { campaign, entryDate } = event.data;
          if (event.data.campaignId !== campaignId) return state;
          return { kind: 'running', campaign, entryDate, goals: state.goals, employees: 0 };
        }
        case 'CampaignEdited':
          return event.data.campaignId === campaignId && state.kind === 'running'
            ? { ...state, campaign: event.data.after }
            : state;
        case 'CampaignDeleted':
          return event.data.campaignId === campaignId && state.kind === 'running'
            ? { ...state, kind: 'deleted', campaign: event.data.before }
            : state;
        case 'EmployeeAdded':
          return work(state, undefined, event.data.employee);
        case 'EmployeeEdited':
          return work(state, event.data.before, event.data.after);
        case 'EmployeeDeleted':
          return work(state, event.data.before, undefined);
      }
    },

    decide: (command, state) => {
      if (command.type === 'AddCampaign') {
        if (state.kind !== 'unknown') return refuse('conflict');
        if (state.goals.size === 0) return refuse('goalNeededFirst');
        if (command.input.commission === undefined) return refuse('incompleteFields');
        const campaign = readCampaign(command.input, BLANK, state.goals);
        if (typeof campaign === 'string') return refuse(campaign);
        const { entryDate } = command;
        return accept({ type: 'CampaignAdded', data: { campaignId, entryDate, campaign } });
      }
      if (state.kind !== 'running') return refuse('noSuchCampaign');
      if (command.type === 'DeleteCampaign') {
        if (state.employees > 0) return refuse('campaignHasEmployees');
        return accept({ type: 'CampaignDeleted', data: { campaignId, before: state.campaign } });
      }
      const before = state.campaign;
      const after = readCampaign(command.input, before, state.goals);
      if (typeof after === 'string') return refuse(after);
      if (isSame(before, after)) return accept();
      return accept({ type: 'CampaignEdited', data: { campaignId, before, after } });
    },
  };

  function work(state: CampaignState, before?: EmployeeFacts, after?: EmployeeFacts): CampaignState {
    if (state.kind !== 'running') return state;
    const change = Number(after?.campaignId === campaignId) - Number(before?.campaignId === campaignId);
    return change === 0 ? state : { ...state, employees: state.employees + change };
  }
}

const BLANK: CampaignFacts = { name: '', commissionPercent: 0, taxPercent: 0, goalId: '' };

/** Name, goal and commission are required; a tax that is not said is 0. */
function readCampaign(
  input: CampaignInput,
  former: CampaignFacts,
  goals: Goals,
): CampaignFacts | MessageCode {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  const goalId = input.goalId ?? former.goalId;
  if (name === null) return 'invalidText';
  if (name === '' || goalId === '' || input.commission === '') return 'incompleteFields';
  if (!goals.has(goalId)) return 'noSuchGoal';
  const tax = input.tax === '' ? 0 : input.tax;
  const commissionPercent =
    input.commission === undefined ? former.commissionPercent : parsePercent(input.commission);
  const taxPercent = tax === undefined ? former.taxPercent : parsePercent(tax);
  if (commissionPercent === null || taxPercent === null) return 'invalidPercent';
  return { name, commissionPercent, taxPercent, goalId };
}
