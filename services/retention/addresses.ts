import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { type Fold, foldEvents } from '#platform/commands/fold.ts';

const addresses: Fold<Set<string>, OrganizationEvent['type']> = {
  empty: () => new Set(),
  on: {
    GoalAdded: null,
    GoalEdited: null,
    GoalDeleted: null,
    CampaignAdded: null,
    CampaignEdited: null,
    CampaignDeleted: null,
    EmployeeAdded: (all, { data }) => void all.add(data.employee.email.toLowerCase()),
    EmployeeEdited: (all, { data }) => void all.add(data.after.email.toLowerCase()),
    EmployeeDeleted: null,
  },
};

/** Every email that an employee of the company ever had, in lower case. */
export function addressesIn(organization: readonly StoredEvent[]): string[] {
  return [...foldEvents(addresses, organization)];
}
