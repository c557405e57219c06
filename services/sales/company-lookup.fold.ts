import { notOfErasures, type OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { Fold } from '#platform/commands/fold.ts';
import { createStateCache, type StoredStates } from '#platform/commands/state-cache.ts';
import type { AppendCondition, EventStore } from '#platform/event-store/event-store.port.ts';
import type { CampaignTerms } from './sale.decider.ts';

type EmployeeFacts = {
  /** Default duration of new shifts in hours, 0 to 9; null until it is set. */
  readonly shiftDuration: number | null;
};

/** The campaigns and employees of a company, without deleted ones. */
type CompanyFacts = {
  campaign(campaignId: string): CampaignTerms | undefined;
  employee(employeeId: string): EmployeeFacts | undefined;
  /** Holds as long as these facts do; absent for a company without events. */
  readonly condition?: AppendCondition | undefined;
};

export type CompanyLookup = {
  /** Reflects every change committed before the call. Use the facts at once, do not keep them. */
  find(companyId: string): Promise<CompanyFacts>;
  /** The facts as they were last read; undefined before the first `find`. */
  known(companyId: string): CompanyFacts | undefined;
};

/** As little as possible: a process has thousands of them. An employee has only a default duration. */
type Organization = { campaigns: Map<string, CampaignTerms>; durations: Map<string, number | null> };

const organization: Fold<Organization, OrganizationEvent['type']> = {
  empty: () => ({ campaigns: new Map(), durations: new Map() }),
  stored: { name: 'company lookup', version: 1 },
  on: {
    ...notOfErasures,
    GoalAdded: null,
    GoalEdited: null,
    GoalDeleted: null,
    CampaignAdded: ({ campaigns }, { data }) => void campaigns.set(data.campaignId, data.campaign),
    CampaignEdited: ({ campaigns }, { data }) => void campaigns.set(data.campaignId, data.after),
    CampaignDeleted: ({ campaigns }, { data }) => void campaigns.delete(data.campaignId),
    EmployeeAdded: ({ durations }, { data }) =>
      void durations.set(data.employeeId, data.employee.shiftDuration),
    EmployeeEdited: ({ durations }, { data }) =>
      void durations.set(data.employeeId, data.after.shiftDuration),
    EmployeeDeleted: ({ durations }, { data }) => void durations.delete(data.employeeId),
  },
};

type CompanyLookupDeps = {
  readonly store: Pick<EventStore, 'read'>;
  readonly states?: StoredStates | undefined;
};

/** Answers from memory after it has read what is new in the organization stream; many callers share one read. */
export function createCompanyLookup({ store, states }: CompanyLookupDeps): CompanyLookup {
  const cache = createStateCache(store, organization, { states });

  function known(companyId: string): CompanyFacts | undefined {
    const stream = streams.organization(companyId);
    const cached = cache.known(stream);
    return cached && { ...factsOf(cached.state), condition: { stream, revision: cached.revision } };
  }

  return {
    known,
    async find(companyId) {
      const { state } = await cache.load(streams.organization(companyId));
      return known(companyId) ?? factsOf(state);
    },
  };
}

function factsOf({ campaigns, durations }: Organization): CompanyFacts {
  return {
    campaign: (id) => campaigns.get(id),
    employee: (id) => {
      const shiftDuration = durations.get(id);
      return shiftDuration === undefined ? undefined : { shiftDuration };
    },
  };
}
