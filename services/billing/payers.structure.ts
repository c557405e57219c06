import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { createStateCache, type Fold } from '#platform/commands/state-cache.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Payers } from './payers.port.ts';

type Company = { name: string; superEmployeeId: string; hasEnded: boolean } | null;

const company: Fold<{ company: Company }> = {
  empty: () => ({ company: null }),
  add: (state, event: StoredEvent) => {
    if (event.type === 'CompanyRegistered') {
      const { name, superEmployeeId } = event.data;
      state.company = { name, superEmployeeId, hasEnded: false };
    }
    if (state.company && (event.type === 'CompanyExpired' || event.type === 'CompanyTerminated')) {
      state.company.hasEnded = true;
    }
  },
};

type Staff = { readonly people: Map<string, EmployeeFacts>; since: number };

const staff: Fold<Staff> = {
  empty: () => ({ people: new Map(), since: 0 }),
  add: (state, event: StoredEvent) => {
    switch (event.type) {
      case 'EmployeeAdded':
        state.people.set(event.data.employeeId, event.data.employee);
        state.since = event.position;
        return;
      case 'EmployeeEdited':
        state.people.set(event.data.employeeId, event.data.after);
        return;
      case 'EmployeeDeleted':
        state.people.delete(event.data.employeeId);
        state.since = event.position;
        return;
    }
  },
};

/** Answers from memory after reading what is new in the company's streams. */
export function createPayers({ store }: { store: Pick<EventStore, 'read'> }): Payers {
  const companies = createStateCache(store, company);
  const structures = createStateCache(store, staff);
  return {
    async payerOf(companyId) {
      const { company: found } = await companies.load(streams.company(companyId));
      if (!found || found.hasEnded) return null;
      const { name: companyName, superEmployeeId: employeeId } = found;
      const person = (await structures.load(streams.structure(companyId))).people.get(employeeId);
      if (!person) return null;
      const { firstName, lastName, email } = person;
      return { companyName, employeeId, firstName, lastName, email };
    },
    async seatsOf(companyId) {
      const { people, since } = await structures.load(streams.structure(companyId));
      return { count: people.size, since };
    },
  };
}
