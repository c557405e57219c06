import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import type { EmployeeCountRange } from '#contracts/events/company.events.ts';
import type { SubscriptionStatus } from '#contracts/events/subscription.events.ts';
import { localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { centsToNumber } from '#contracts/money.ts';
import { refuse } from '#platform/commands/decision.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import type { Billing } from './billing.ts';
import type { NotDone } from './outcome.ts';
import { monthlyCents } from './plan.ts';

/** What the read models know of a company. */
export type CompanyProfile = {
  readonly name: string;
  readonly employeeCountRange: EmployeeCountRange;
  /** Registered ones, the super employee included. */
  readonly employees: number;
  readonly status: SubscriptionStatus | null;
  readonly subscriptionIsActive: boolean;
  /** UTC ISO-8601. */
  readonly trialEndsAt: string | null;
  readonly nextBillingAt: string | null;
  /** Null before the first subscription. */
  readonly provider: 'sandbox' | 'stripe' | null;
};

export type CompanyQueries = {
  profileOf(companyId: string): Promise<CompanyProfile | undefined>;
  registeredEmployees(companyId: string): Promise<number>;
};

export type CompanyRoutesDeps = {
  readonly billing: Pick<
    Billing,
    'provider' | 'createSetupIntent' | 'saveSubscription' | 'cancelSubscription'
  >;
  readonly queries: CompanyQueries;
};

export function companyRoutes(route: Route, { billing, queries }: CompanyRoutesDeps): void {
  route(endpoints.getEmployeeCount, async ({ caller }) =>
    answer({ employeeCount: await queries.registeredEmployees(caller.companyId) }),
  );

  route(endpoints.getCompany, async ({ caller: { companyId, timeZone } }) => {
    const profile = await queries.profileOf(companyId);
    return answer({ requestedData: profile ? [shown(companyId, profile, timeZone)] : [] });
  });

  route(endpoints.createSetupIntent, async (call) => {
    const begun = await billing.createSetupIntent(call.command(call.caller));
    if (!begun.ok) return refused(begun, 'cardUpdateFailed');
    return answer({ clientSecret: begun.clientSecret });
  });

  route(endpoints.saveSubscription, async (call) => {
    const saved = await billing.saveSubscription(call.command(call.caller), call.body);
    if (!saved.ok) return refused(saved, 'cardUpdateFailed');
    return {
      ok: true,
      reply: { message: messages.subscriptionUpdated, subscriptionIsActive: true },
      position: saved.position,
    };
  });

  route(endpoints.getSubscriptionStatus, async ({ caller: { companyId }, params: { id } }) => {
    if (id !== companyId) return refuse('noSuchCompany');
    const profile = await queries.profileOf(companyId);
    return answer({
      subscriptionIsActive: profile?.subscriptionIsActive ?? false,
      status: profile?.status ?? null,
    });
  });

  route(endpoints.cancelSubscription, async (call) => {
    const canceled = await billing.cancelSubscription(call.command(call.caller));
    if (!canceled.ok) return refused(canceled, 'failedToCancelSubscription');
    return {
      ok: true,
      reply: { message: messages.subscriptionCanceled, status: 'canceled' as const },
      position: canceled.position,
    };
  });

  function shown(companyId: string, profile: CompanyProfile, timeZone: string): endpoints.Company {
    const { trialEndsAt, nextBillingAt, status } = profile;
    return {
      company_id: companyId,
      company_name: profile.name,
      status,
      subscriptionIsActive: profile.subscriptionIsActive,
      trial_ends_at: trialEndsAt,
      next_billing_date: nextBillingAt && localDate(nextBillingAt, timeZone),
      employee_count: profile.employees,
      employee_count_range: profile.employeeCountRange,
      monthly_charge: centsToNumber(monthlyCents(profile.employees)),
      provider: profile.provider ?? billing.provider,
    };
  }
}

/** `failed`: what the specification says when this call fails; cancelling says it of an outage, too. */
function refused({ reason }: NotDone, failed: MessageCode): Extract<Answer<never>, { ok: false }> {
  switch (reason) {
    case 'card declined':
      return refuse(failed);
    case 'unavailable':
      return refuse(failed === 'failedToCancelSubscription' ? failed : 'somethingWentWrong');
    case 'no subscription':
      return refuse('noSubscription');
    case 'no such company':
      return refuse('notFound');
  }
}
