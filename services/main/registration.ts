import { type MessageCode, messages } from '#contracts/messages.ts';
import { type Rejected, rejected } from '#contracts/result.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { Config, PaymentsConfig } from '#platform/config.ts';
import { answer, type Route } from '#platform/http/call.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import { passwordRules } from '#services/auth/password-rules.ts';
import { hashPassword, verifyPassword } from '#services/auth/passwords.ts';
import { createDeviceCookie } from '#services/auth/session-cookie.ts';
import type { SignIn } from '#services/auth/sign-in.ts';
import type { Billing } from '#services/billing/billing.module.ts';
import type { BillingFailure } from '#services/billing/intents/intents.port.ts';
import { registrationRoutes } from '#services/registration/registration.routes.ts';
import { createRegistration, type Registration } from '#services/registration/registration.ts';
import {
  createRegistrantCookie,
  createRegistrationCookie,
} from '#services/registration/registration-tickets.ts';
import type { AppDeps } from './app.ts';
import { accountFacts, type Core } from './wiring.ts';

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
    hasEnded: accountFacts(commands).hasEnded,
    isCompleted: async (companyId) => {
      if ((await subscriptions.subscriptionOf(companyId)).kind === 'none') return false;
      return (await companies.companyOf(companyId)).kind !== 'terminated';
    },
  });
}

/** What a registration needs of billing, in the words of its replies. */
function registrationPayments(billing: Billing, payments: PaymentsConfig) {
  return {
    config: () => ({
      publishableKey: payments.kind === 'stripe' ? payments.publishableKey : 'pk_sandbox',
      provider: billing.provider,
    }),
    async createSetupIntent(ctx: CommandContext, { address }: { readonly address: string }) {
      const begun = await billing.createSetupIntent(ctx, { address });
      return begun.ok ? answer({ clientSecret: begun.clientSecret }) : refusalOf(begun);
    },
    async saveSubscription(
      ctx: CommandContext,
      { paymentMethodId, address }: { readonly paymentMethodId: string; readonly address: string },
    ) {
      const saved = await billing.saveSubscription(ctx, { paymentMethodId, address });
      if (!saved.ok) return refusalOf(saved);
      const reply = { message: messages.registrationComplete, subscriptionIsActive: true };
      return { ok: true as const, reply, position: saved.position };
    },
  };
}

function refusalOf(failure: BillingFailure | TooManyRequests): TooManyRequests | Rejected<MessageCode> {
  return failure.code === 'tooManyRequests' ? failure : rejected(messageOf(failure.code));
}

function messageOf(code: BillingFailure['code']): MessageCode {
  switch (code) {
    case 'unavailable':
      return 'somethingWentWrong';
    case 'card declined':
    case 'no subscription':
      return 'saveSubscriptionRefused';
    // The registration ended, or its registrant was removed, since the code was accepted.
    case 'no such company':
      return 'emailNotProven';
  }
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
