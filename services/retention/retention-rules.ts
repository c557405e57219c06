import {
  notOfEmployees,
  notOfErasures,
  type OrganizationEvent,
} from '#contracts/events/organization.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { addMonths } from '#platform/calendar.ts';
import { type Fold, foldEvents } from '#platform/commands/fold.ts';

/** Spec section 9: 'data kept six months after termination'. */
const KEPT_MONTHS = 6;

/**
 * When a company ended (UTC ISO-8601): at the end of its last subscription; null while one runs. A company that never
 * subscribed ended with the last step of its registration.
 */
export function endOf(company: readonly StoredEvent[], subscription: readonly StoredEvent[]): string | null {
  return subscription.length > 0
    ? subscription.reduce(endOfSubscription, null)
    : company.reduce(endOfRegistration, null);
}

function endOfSubscription(end: string | null, { type, data, metadata }: StoredEvent): string | null {
  if (type === 'SubscriptionStarted') return data.status === 'canceled' ? metadata.at : null;
  if (type === 'SubscriptionStatusChanged') return data.after === 'canceled' ? metadata.at : null;
  return type === 'SubscriptionCanceled' ? data.canceledAt : end;
}

/** `CompanyTerminated` does not count: retention itself writes it after the six months. */
function endOfRegistration(end: string | null, { type, metadata }: StoredEvent): string | null {
  return type === 'CompanyTerminated' ? end : metadata.at;
}

/** The first instant at which the data of a company that ended then is erased: six calendar months later, UTC. */
export function erasedFrom(endedAt: string): string {
  return addMonths(new Date(endedAt), KEPT_MONTHS).toISOString();
}

const addresses: Fold<Set<string>, OrganizationEvent['type']> = {
  empty: () => new Set(),
  on: {
    ...notOfEmployees,
    ...notOfErasures,
    EmployeeAdded: (all, { data }) => void all.add(data.employee.email.toLowerCase()),
    EmployeeEdited: (all, { data }) => void all.add(data.after.email.toLowerCase()),
    EmployeeDeleted: null,
  },
};

/** All present and former emails of the employees, in lower case. */
export function addressesIn(organization: readonly StoredEvent[]): string[] {
  return [...foldEvents(addresses, organization)];
}
