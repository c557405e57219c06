import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import { type CompanyNamesDeps, createCompanyNames } from './company-names.ts';
import { createEmailOwners } from './email-owners.ts';
import { createEndRegistration } from './end-registration.ts';
import { createPendingRegistrations } from './pending-registrations.ts';
import { createProveEmail } from './prove-email.ts';
import { createRegisterCompany } from './register-company.ts';
import type { Passwords, RegistrationAccounts, RegistrationEmployees } from './registration.port.ts';
import { createRegistrationPayer } from './registration-payer.ts';
import type { RegistrationPayments } from './registration-payments.port.ts';
import { createRegistrationTickets } from './registration-tickets.ts';

export type RegistrationDeps = Pick<CompanyNamesDeps, 'isCompleted' | 'completed'> & {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly companies: CompaniesCommands;
  readonly employees: RegistrationEmployees;
  readonly accounts: RegistrationAccounts;
  readonly passwords: Passwords;
  readonly payments: RegistrationPayments;
};

/** Builds the registration; its routes and its job use the result. */
export function createRegistration(deps: RegistrationDeps) {
  const { companies, employees, accounts, passwords, payments } = deps;
  const pending = createPendingRegistrations(deps);
  const tickets = createRegistrationTickets(deps);
  const names = createCompanyNames(deps);
  const ownerOf = createEmailOwners(deps);
  const end = createEndRegistration({ companies, pending, tickets });
  return {
    pending,
    tickets,
    passwords,
    payments,
    end,
    emailOf: employees.emailOf,
    register: createRegisterCompany({ companies, names, ownerOf, pending, passwords, end }),
    proof: createProveEmail({ companies, employees, accounts, ownerOf, pending, tickets, end }),
    payer: createRegistrationPayer({ companies, tickets, names, payments }),
  };
}

export type Registration = ReturnType<typeof createRegistration>;
