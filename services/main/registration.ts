import type { Config } from '#platform/config.ts';
import type { Route } from '#platform/http/call.ts';
import { hashPassword, passwordRules, verifyPassword } from '#services/auth/passwords.ts';
import { createDeviceCookie } from '#services/auth/session-cookie.ts';
import type { SignIn } from '#services/auth/sign-in.ts';
import { type Billing, registrationPayments } from '#services/billing/billing.module.ts';
import { registrationRoutes } from '#services/registration/registration.routes.ts';
import { createRegistration, type Registration } from '#services/registration/registration.ts';
import {
  createRegistrantCookie,
  createRegistrationCookie,
} from '#services/registration/registration-tickets.ts';
import type { AppDeps } from './app.ts';
import type { Core } from './wiring.ts';

type RegistrationCore = Pick<Core, 'pool' | 'clock' | 'commands' | 'accounts' | 'queries'> & {
  readonly config: Pick<Config, 'payments'>;
  /** Default: a hash with the costs of today. Tests pass a cheap one. */
  readonly hash?: typeof hashPassword;
};

/** The registration of companies, with accounts and payments. */
export function openRegistration(core: RegistrationCore, billing: Billing): Registration {
  const { commands, accounts, hash = hashPassword } = core;
  const { companies, employees, subscriptions } = commands;
  return createRegistration({
    ...core,
    companies,
    employees,
    accounts,
    passwords: { check: passwordRules.registered, hash, verify: verifyPassword },
    payments: registrationPayments(billing, core.config.payments),
    completed: core.queries.completedCompanies,
    isCompleted: async (companyId) => {
      if ((await subscriptions.subscriptionOf(companyId)).kind === 'none') return false;
      return (await companies.companyOf(companyId)).kind !== 'terminated';
    },
  });
}

/** The routes of the registration; `enter` signs the registrant in. */
export function allRegistrationRoutes(route: Route, deps: AppDeps, enter: SignIn): void {
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
