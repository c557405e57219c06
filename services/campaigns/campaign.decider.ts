import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { parsePercent } from '#contracts/money.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { readShortText } from '#contracts/text.ts';
import { type Decider, isSame, withEntry } from '#platform/commands/command.ts';

/** One campaign with the number of its employees, and the goals of the company. */
export type CampaignState = { readonly goals: Goals } & (
  | { readonly kind: 'unknown' }
  | (Known & { readonly kind: 'running'; readonly employees: number })
  | (Known & { readonly kind: 'deleted' })
);

type Goals = ReadonlyMap<string, GoalFacts>;
/** `entryDate` is the local date of the manager who added it. */
type Known = { readonly campaign: CampaignFacts; readonly entryDate: string };

/** The fields of a form; an absent field stays as it is. Commission and tax are percentages. */
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
export function campaignDecider(
  campaignId: string,
): Decider<CampaignState, CampaignCommand, OrganizationEvent> {
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
        if (state.kind !== 'unknown') return rejected('conflict');
        if (state.goals.size === 0) return rejected('goalNeededFirst');
        if (command.input.commission === undefined) return rejected('incompleteFields');
        const campaign = readCampaign(command.input, BLANK, state.goals);
        if (!campaign.ok) return campaign;
        const { entryDate } = command;
        return accepted([
          { type: 'CampaignAdded', data: { campaignId, entryDate, campaign: campaign.value } },
        ]);
      }
      if (state.kind !== 'running') return rejected('noSuchCampaign');
      if (command.type === 'DeleteCampaign') {
        if (state.employees > 0) return rejected('campaignHasEmployees');
        return accepted([{ type: 'CampaignDeleted', data: { campaignId, before: state.campaign } }]);
      }
      const before = state.campaign;
      const after = readCampaign(command.input, before, state.goals);
      if (!after.ok) return after;
      if (isSame(before, after.value)) return accepted([]);
      return accepted([{ type: 'CampaignEdited', data: { campaignId, before, after: after.value } }]);
    },
  };

  function work(state: CampaignState, before?: EmployeeFacts, after?: EmployeeFacts): CampaignState {
    if (state.kind !== 'running') return state;
    const change = Number(after?.campaignId === campaignId) - Number(before?.campaignId === campaignId);
    return { ...state, employees: state.employees + change };
  }
}

const BLANK: CampaignFacts = { name: '', commissionPercent: 0, taxPercent: 0, goalId: '' };

/** Name, goal and commission are required; the tax defaults to 0. */
function readCampaign(input: CampaignInput, former: CampaignFacts, goals: Goals): Result<CampaignFacts> {
  const name = input.name === undefined ? former.name : readShortText(input.name);
  const goalId = input.goalId ?? former.goalId;
  if (name === null) return rejected('invalidText');
  if (name === '' || goalId === '' || input.commission === '') return rejected('incompleteFields');
  if (!goals.has(goalId)) return rejected('noSuchGoal');
  const tax = input.tax === '' ? 0 : input.tax;
  const commissionPercent =
    input.commission === undefined ? former.commissionPercent : parsePercent(input.commission);
  const taxPercent = tax === undefined ? former.taxPercent : parsePercent(tax);
  if (commissionPercent === null || taxPercent === null) return rejected('invalidPercent');
  return accepted({ name, commissionPercent, taxPercent, goalId });
}
