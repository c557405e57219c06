import type pg from 'pg';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { createSetupIntent, saveSubscription } from '#contracts/endpoints/registration.endpoints.ts';
import { rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call } from '#platform/http/call.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import { type CompanyNames, type CompanyNamesDeps, createCompanyNames } from './company-names.ts';
import { createEmailOwners } from './email-owners.ts';
import { createPendingRegistrations } from './pending-registrations.ts';
import { createProveEmail } from './prove-email.ts';
import { createRegisterCompany } from './register-company.ts';
import type {
  Passwords,
  RegisteredPayer,
  RegistrationAccounts,
  RegistrationEmployees,
  RegistrationPayments,
} from './registration.port.ts';
import { createEndRegistration, superEmployeeOf } from './registration-steps.ts';
import { createRegistrationTickets, type RegistrationTickets } from './registration-tickets.ts';

export type RegistrationDeps = Pick<CompanyNamesDeps, 'isCompleted' | 'completed'> & {
  /** Whether the company's subscription has ended. */
  readonly hasEnded: (companyId: string) => Promise<boolean>;
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

type RegistrationPayerDeps = {
  readonly companies: Pick<CompaniesCommands, 'companyOf'>;
  readonly tickets: Pick<RegistrationTickets, 'findProven'>;
  readonly names: Pick<CompanyNames, 'claim' | 'release'>;
  readonly payments: Pick<RegistrationPayments, 'createSetupIntent' | 'saveSubscription'>;
};

type Body = BodyOf<typeof createSetupIntent>;

/** The card step. `token` comes from the registration cookie; every call needs a valid one. */
function createRegistrationPayer({ companies, tickets, names, payments }: RegistrationPayerDeps) {
  /** Only the ids of the call are used, and they must match the ticket; the name comes from the company. */
  async function payerOf({ companyId, email }: Body, token: string | null): Promise<RegisteredPayer | null> {
    const ticket = await tickets.findProven(token);
    if (!ticket || ticket.companyId !== companyId || ticket.email !== readEmail(email)) return null;
    const company = await companies.companyOf(companyId);
    if (company.kind !== 'verified') return null;
    return { companyId, companyName: company.name, email: ticket.email };
  }

  const actor = (companyId: string) => ({ companyId, employeeId: superEmployeeOf(companyId) });

  return {
    async intend(
      call: Call<typeof createSetupIntent>,
      token: string | null,
    ): Promise<Answer<{ clientSecret: string }>> {
      const payer = await payerOf(call.body, token);
      if (payer === null) return rejected('emailNotProven');
      const { address } = call;
      return payments.createSetupIntent(call.command(actor(payer.companyId)), { ...payer, address });
    },

    async subscribe(
      call: Call<typeof saveSubscription>,
      token: string | null,
    ): Promise<Answer<{ message: string; subscriptionIsActive: boolean }>> {
      const payer = await payerOf(call.body, token);
      if (payer === null) return rejected('emailNotProven');
      if (!(await names.claim(payer.companyId, payer.companyName))) return rejected('companyNameTaken');
      const { paymentMethodId } = call.body;
      const ctx = call.command(actor(payer.companyId));
      const answer = await payments.saveSubscription(ctx, {
        ...payer,
        paymentMethodId,
        address: call.address,
      });
      // An unavailable provider may have subscribed; only a refused card gives the name up.
      if (!answer.ok && answer.code === 'saveSubscriptionRefused') await names.release(payer.companyId);
      return answer;
    },
  };
}
