import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { createStateCache, type Fold } from '#platform/commands/state-cache.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Person } from '#platform/person.ts';

const emails: Fold<Map<string, string>> = {
  empty: () => new Map(),
  add: (byEmployee, event: StoredEvent) => {
    if (event.type === 'EmployeeAdded') byEmployee.set(event.data.employeeId, event.data.employee.email);
    if (event.type === 'EmployeeEdited') byEmployee.set(event.data.employeeId, event.data.after.email);
    if (event.type === 'EmployeeDeleted') byEmployee.delete(event.data.employeeId);
  },
};

/** Answers from memory after reading what is new in the company's structure; null for who is not there. */
export function createEmployeeEmails(store: Pick<EventStore, 'read'>) {
  const cache = createStateCache(store, emails);
  return async ({ companyId, employeeId }: Person): Promise<string | null> => {
    const byEmployee = await cache.load(streams.structure(companyId));
    return byEmployee.get(employeeId) ?? null;
  };
}
