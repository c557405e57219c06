import type { CampaignFacts } from '#contracts/events/campaign.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { GoalFacts } from '#contracts/events/goal.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import type { Fold } from './fold.ts';

/** A thing that its id was ever given to. A deleted one keeps its last facts, a deleted employee none about the person. */
export type Known<Facts> = { readonly facts: Facts; readonly isDeleted: boolean };

/** `entryDate` is the local date of the manager who added it. */
type Dated<Facts> = Known<Facts> & { readonly entryDate: string };

/** What became of a person's wish to have personal data erased, and when (UTC ISO-8601). */
export type Erasure = {
  readonly state: 'requested' | 'refused' | 'ordered' | 'erased';
  readonly at: string;
  /** Of a refusal. */
  readonly reason: string;
};
export type KnownEmployee = Known<EmployeeFacts> & { readonly erasure?: Erasure | undefined };

/** The goals, campaigns and employees of a company by id: all that the rules between them need. */
export type Organization = {
  readonly goals: Map<string, Dated<GoalFacts>>;
  readonly campaigns: Map<string, Dated<CampaignFacts>>;
  readonly employees: Map<string, KnownEmployee>;
};

/** States are kept in memory and in the database, and the person may be erased. */
const BLANK = { firstName: '', lastName: '', email: '', employeeNumber: '' } as const;

export const organization: Fold<Organization, OrganizationEvent['type']> = {
  empty: () => ({ goals: new Map(), campaigns: new Map(), employees: new Map() }),
  stored: { name: 'organization', version: 2 },
  on: {
    GoalAdded: ({ goals }, { data: { goalId, goal, entryDate } }) =>
      void goals.set(goalId, { facts: goal, entryDate, isDeleted: false }),
    GoalEdited: ({ goals }, { data }) => change(goals, data.goalId, { facts: data.after }),
    GoalDeleted: ({ goals }, { data }) => change(goals, data.goalId, { isDeleted: true }),
    CampaignAdded: ({ campaigns }, { data: { campaignId, campaign, entryDate } }) =>
      void campaigns.set(campaignId, { facts: campaign, entryDate, isDeleted: false }),
    CampaignEdited: ({ campaigns }, { data }) => change(campaigns, data.campaignId, { facts: data.after }),
    CampaignDeleted: ({ campaigns }, { data }) => change(campaigns, data.campaignId, { isDeleted: true }),
    EmployeeAdded: ({ employees }, { data: { employeeId, employee } }) =>
      void employees.set(employeeId, { facts: employee, isDeleted: false }),
    EmployeeEdited: ({ employees }, { data }) => change(employees, data.employeeId, { facts: data.after }),
    EmployeeDeleted: ({ employees }, { data }) =>
      change(employees, data.employeeId, { isDeleted: true, facts: { ...data.before, ...BLANK } }),
    EmployeeErasureRequested: erasure('requested'),
    EmployeeErasureWithdrawn: ({ employees }, { data }) =>
      change(employees, data.employeeId, { erasure: undefined }),
    EmployeeErasureRefused: erasure('refused'),
    EmployeeErasureOrdered: erasure('ordered'),
    EmployeeErased: erasure('erased'),
  },
};

type Told = {
  readonly data: { readonly employeeId: string; readonly reason?: string };
  readonly metadata: { readonly at: string };
};

function erasure(state: Erasure['state']) {
  return ({ employees }: Organization, { data, metadata }: Told): undefined =>
    change(employees, data.employeeId, { erasure: { state, at: metadata.at, reason: data.reason ?? '' } });
}

function change<Thing>(things: Map<string, Thing>, id: string, by: Partial<Thing>): undefined {
  const before = things.get(id);
  if (before) things.set(id, { ...before, ...by });
}

/** A thing that a command has just left behind. */
export function there<Thing>(things: ReadonlyMap<string, Thing>, id: string): Thing {
  const thing = things.get(id);
  if (!thing) throw new Error(`a command succeeded and left nothing under the id ${id}`);
  return thing;
}
