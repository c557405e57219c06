import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import { createStateCache, type Fold } from '#platform/commands/fold.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Person } from '#platform/principal.ts';

const emails: Fold<Map<string, string>, OrganizationEvent['type']> = {
  empty: () => new Map(),
  on: {
    GoalAdded: null,
    GoalEdited: null,
    GoalDeleted: null,
    CampaignAdded: null,
    CampaignEdited: null,
    CampaignDeleted: null,
    EmployeeAdded: (byEmployee, { data }) => void byEmployee.set(data.employeeId, data.employee.email),
    EmployeeEdited: (byEmployee, { data }) => void byEmployee.set(data.employeeId, data.after.email),
    EmployeeDeleted: (byEmployee, { data }) => void byEmployee.delete(data.employeeId),
  },
};

/** Answers from memory after reading new events of the company's organization; null for an unknown employee. */
export function createEmployeeEmails(store: Pick<EventStore, 'read'>) {
  const cache = createStateCache(store, emails);
  return async ({ companyId, employeeId }: Person): Promise<string | null> => {
    const byEmployee = await cache.load(streams.organization(companyId));
    return byEmployee.get(employeeId) ?? null;
  };
}
