import type { MessageCode } from '#contracts/messages.ts';
import { messages } from '#contracts/messages.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Config } from '#platform/config.ts';
import { queriesOn } from '#platform/database.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { completedCompanies } from '#projections/company-account/company-names.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Enter } from '#services/auth/enter.ts';
import { passwordRules } from '#services/auth/password-rules.ts';
import { hashPassword, verifyPassword } from '#services/auth/passwords.ts';
import { createDeviceCookie } from '#services/auth/session-cookie.ts';
import type { Billing } from '#services/billing/billing.ts';
import type { NotDone } from '#services/billing/outcome.ts';
import { registrationRoutes } from '#services/companies/registration.routes.ts';
import { createRegistration, type Registration } from '#services/companies/registration.ts';
import type { RegistrationPayments } from '#services/companies/registration-payments.port.ts';
import {
  createRegistrantCookie,
  createRegistrationCookie,
} from '#services/companies/registration-tickets.ts';
import type { AppDeps } from './app-deps.ts';
import type { Core } from './wiring.ts';

type RegistrationCore = Pick<Core, 'pool' | 'clock' | 'commands' | 'accounts'> & {
  readonly config: Pick<Config, 'payments'>;
};

/** How companies arrive, with accounts and payments behind it. */
export function openRegistration(core: RegistrationCore, billing: Billing): Registration {
  const { pool, commands, accounts } = core;
  const { companies, employees, subscriptions } = commands;
  const db = queriesOn<ReadModels>(pool);
  return createRegistration({
    ...core,
    companies,
    employees,
    accounts,
    passwords: { refused: passwordRules.registered, hash: hashPassword, verify: verifyPassword },
    payments: paymentsOf(core, billing),
    completed: () => completedCompanies(db),
    isCompleted: async (companyId) => {
      if ((await subscriptions.subscriptionOf(companyId)).kind === 'none') return false;
      return (await companies.companyOf(companyId)).kind !== 'terminated';
    },
  });
}

function paymentsOf({ config: { payments } }: RegistrationCore, billing: Billing): RegistrationPayments {
  return {
    config: () => ({
      publishableKey: payments.kind === 'stripe' ? payments.publishableKey : 'pk_sandbox',
      provider: billing.provider,
    }),
    async createSetupIntent(ctx) {
      const begun = await billing.createSetupIntent(ctx);
      return begun.ok ? answer({ clientSecret: begun.clientSecret }) : refuse(refusalOf(begun));
    },
    async saveSubscription(ctx, { paymentMethodId }) {
      const saved = await billing.saveSubscription(ctx, { paymentMethodId });
      if (!saved.ok) return refuse(refusalOf(saved));
      const reply = { message: messages.registrationComplete, subscriptionIsActive: true };
      return { ok: true, reply, position: saved.position };
    },
  };
}

function refusalOf({ reason }: NotDone): MessageCode {
  switch (reason) {
    case 'unavailable':
      return 'somethingWentWrong';
    case 'card declined':
    case 'no subscription':
      return 'saveSubscriptionRefused';
    // Its registrant was dismissed, or it ended, since the code was right.
    case 'no such company':
      return 'emailNotProven';
  }
}

/** The routes of the registration; `enter` signs in who came through it. */
export function allRegistrationRoutes(route: Route, deps: AppDeps, enter: Enter): void {
  const { registration, identity, secureCookies } = deps;
  const deviceCookie = createDeviceCookie(secureCookies);
  registrationRoutes(route, {
    registration,
    mailbox: deps.mailbox,
    codes: identity.codes,
    limits: identity.limits,
    enter,
    clientOf: ({ address, cookieHeader }) => ({ address, device: deviceCookie.read(cookieHeader) }),
    registrantCookie: createRegistrantCookie(secureCookies),
    registrationCookie: createRegistrationCookie(secureCookies),
  });
}
