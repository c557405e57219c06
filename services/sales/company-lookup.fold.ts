import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { createStateCache, type Fold } from '#platform/commands/fold.ts';
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

type Organization = { campaigns: Map<string, CampaignTerms>; employees: Map<string, EmployeeFacts> };

const organization: Fold<Organization, OrganizationEvent['type']> = {
  empty: () => ({ campaigns: new Map(), employees: new Map() }),
  on: {
    GoalAdded: null,
    GoalEdited: null,
    GoalDeleted: null,
    CampaignAdded: ({ campaigns }, { data }) => void campaigns.set(data.campaignId, data.campaign),
    CampaignEdited: ({ campaigns }, { data }) => void campaigns.set(data.campaignId, data.after),
    CampaignDeleted: ({ campaigns }, { data }) => void campaigns.delete(data.campaignId),
    EmployeeAdded: ({ employees }, { data }) => void employees.set(data.employeeId, data.employee),
    EmployeeEdited: ({ employees }, { data }) => void employees.set(data.employeeId, data.after),
    EmployeeDeleted: ({ employees }, { data }) => void employees.delete(data.employeeId),
  },
};

/** Answers from memory after it has read what is new in the organization stream; many callers share one read. */
export function createCompanyLookup({ store }: { store: Pick<EventStore, 'read'> }): CompanyLookup {
  const cache = createStateCache(store, organization);

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

function factsOf({ campaigns, employees }: Organization): CompanyFacts {
  return { campaign: (id) => campaigns.get(id), employee: (id) => employees.get(id) };
}
