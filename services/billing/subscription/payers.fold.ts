import type { companyEvents } from '#contracts/events/company.events.ts';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import {
  notOfEmployees,
  notOfErasures,
  type OrganizationEvent,
} from '#contracts/events/organization.events.ts';
import { streams } from '#contracts/events/streams.ts';
import type { Fold } from '#platform/commands/fold.ts';
import { createStateCache } from '#platform/commands/state-cache.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';

/** The company and its super employee: the provider's customer, and the recipient of mail about payments. */
export type Payer = {
  readonly companyName: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
};

/** Number of registered employees, the super employee included, and the position of the event that changed it last. */
export type Seats = { readonly count: number; readonly since: number };

/** As of now, from the events. */
export type Payers = {
  /** Null: there is no such company, it has ended, or it has no super employee. */
  payerOf(companyId: string): Promise<Payer | null>;
  seatsOf(companyId: string): Promise<Seats>;
};

type Company = { name: string; superEmployeeId: string; hasEnded: boolean } | null;

const company: Fold<{ company: Company }, keyof typeof companyEvents> = {
  empty: () => ({ company: null }),
  on: {
    CompanyRegistered: (state, { data: { name, superEmployeeId } }) => {
      state.company = { name, superEmployeeId, hasEnded: false };
    },
    CompanyVerified: null,
    CompanyExpired: end,
    CompanyTerminated: end,
    CompanyErased: null,
  },
};

function end({ company }: { company: Company }): undefined {
  if (company) company.hasEnded = true;
}

type Staff = { readonly people: Map<string, EmployeeFacts>; since: number };

const staff: Fold<Staff, OrganizationEvent['type']> = {
  empty: () => ({ people: new Map(), since: 0 }),
  on: {
    ...notOfEmployees,
    ...notOfErasures,
    EmployeeAdded: (state, { data, position }) => {
      state.people.set(data.employeeId, data.employee);
      state.since = position;
    },
    EmployeeEdited: (state, { data }) => void state.people.set(data.employeeId, data.after),
    EmployeeDeleted: (state, { data, position }) => {
      state.people.delete(data.employeeId);
      state.since = position;
    },
  },
};

/** Answers from memory, after reading the new events of the company's streams. */
export function createPayers({ store }: { store: Pick<EventStore, 'read'> }): Payers {
  const companies = createStateCache(store, company);
  const organizations = createStateCache(store, staff);
  return {
    async payerOf(companyId) {
      const { company: found } = (await companies.load(streams.company(companyId))).state;
      if (!found || found.hasEnded) return null;
      const { name: companyName, superEmployeeId: employeeId } = found;
      const person = (await organizations.load(streams.organization(companyId))).state.people.get(employeeId);
      if (!person) return null;
      const { firstName, lastName, email } = person;
      return { companyName, employeeId, firstName, lastName, email };
    },
    async seatsOf(companyId) {
      const { people, since } = (await organizations.load(streams.organization(companyId))).state;
      return { count: people.size, since };
    },
  };
}
