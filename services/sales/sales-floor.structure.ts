import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { createStateCache, type Fold } from '#platform/commands/state-cache.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { CampaignTerms, Floor, FloorEmployee, SalesFloor } from './sales-floor.port.ts';

type Structure = { campaigns: Map<string, CampaignTerms>; employees: Map<string, FloorEmployee> };

const structure: Fold<Structure> = {
  empty: () => ({ campaigns: new Map(), employees: new Map() }),
  add: ({ campaigns, employees }, event: StoredEvent) => {
    switch (event.type) {
      case 'CampaignAdded':
        campaigns.set(event.data.campaignId, event.data.campaign);
        return;
      case 'CampaignEdited':
        campaigns.set(event.data.campaignId, event.data.after);
        return;
      case 'CampaignDeleted':
        campaigns.delete(event.data.campaignId);
        return;
      case 'EmployeeAdded':
        employees.set(event.data.employeeId, event.data.employee);
        return;
      case 'EmployeeEdited':
        employees.set(event.data.employeeId, event.data.after);
        return;
      case 'EmployeeDeleted':
        employees.delete(event.data.employeeId);
        return;
    }
  },
};

/** Answers from memory after reading what is new in the company's structure; many callers share one read. */
export function createSalesFloor({ store }: { store: Pick<EventStore, 'read'> }): SalesFloor {
  const cache = createStateCache(store, structure);
  return {
    find: async (companyId) => floorOf(await cache.load(streams.structure(companyId))),
    known(companyId) {
      const stream = streams.structure(companyId);
      const known = cache.known(stream);
      return known && { ...floorOf(known.state), premise: { stream, revision: known.revision } };
    },
  };
}

function floorOf({ campaigns, employees }: Structure): Floor {
  return { campaign: (id) => campaigns.get(id), employee: (id) => employees.get(id) };
}
