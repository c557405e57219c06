import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { centsToNumber } from '#contracts/money.ts';
import { monthlyCents } from '#contracts/plan.ts';
import { rejected } from '#contracts/result.ts';
import { addMonths } from '#platform/calendar.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Queries } from '#projections/all.queries.ts';
import type { CompanyAccount } from '#projections/company-account/company-account.queries.ts';
import type { Billing } from './billing.module.ts';
import type { BillingFailure } from './intents/intents.port.ts';
import { receiptPage } from './receipts.ts';

export type CompanyRoutesDeps = {
  readonly billing: Pick<
    Billing,
    'provider' | 'receiptsOf' | 'createSetupIntent' | 'saveSubscription' | 'cancelSubscription'
  >;
  readonly queries: Pick<Queries, 'companyAccount' | 'registeredEmployees' | 'firstSteps'>;
  /** Resolves when the change of rights at that position holds for the next request of anybody in the company. */
  readonly rightsChanged: (companyId: string, position: number) => Promise<void>;
};

export function companyRoutes(route: Route, deps: CompanyRoutesDeps): void {
  const { billing, queries, rightsChanged } = deps;

  route(endpoints.getEmployeeCount, async ({ caller }) =>
    answer({ employeeCount: await queries.registeredEmployees(caller.companyId) }),
  );

  route(endpoints.getCompany, async (call) => {
    const { companyId, timeZone } = call.caller;
    const { now } = call.command(call.caller);
    const [account, employees] = await Promise.all([
      queries.companyAccount(companyId),
      queries.registeredEmployees(companyId),
    ]);
    return answer({
      requestedData: account ? [shown(companyId, account, employees, { timeZone, now })] : [],
    });
  });

  route(endpoints.getFirstSteps, async ({ caller }) => answer(await queries.firstSteps(caller.companyId)));

  route(endpoints.getReceipts, ({ caller: { companyId, timeZone }, query }) =>
    answerPage(query, ['instant', 'text'], async (wish) =>
      receiptPage(await billing.receiptsOf(companyId), wish, timeZone),
    ),
  );

  route(endpoints.createSetupIntent, async (call) => {
    const begun = await billing.createSetupIntent(call.command(call.caller), {
      address: call.address,
    });
    if (!begun.ok) return rejectedFor(begun, 'cardUpdateFailed');
    return answer({ clientSecret: begun.clientSecret });
  });

  route(endpoints.saveSubscription, async (call) => {
    const saved = await billing.saveSubscription(call.command(call.caller), {
      paymentMethodId: call.body.paymentMethodId,
      address: call.address,
    });
    if (!saved.ok) return rejectedFor(saved, 'cardUpdateFailed');
    await rightsChanged(call.caller.companyId, saved.position);
    return {
      ok: true,
      reply: { message: messages.subscriptionUpdated, subscriptionIsActive: true },
      position: saved.position,
    };
  });

  route(endpoints.getSubscriptionStatus, async ({ caller: { companyId }, params: { id } }) => {
    if (id !== companyId) return rejected('noSuchCompany');
    const account = await queries.companyAccount(companyId);
    return answer({
      subscriptionIsActive: account?.subscriptionIsActive ?? false,
      status: account?.status ?? null,
    });
  });

  route(endpoints.cancelSubscription, async (call) => {
    const canceled = await billing.cancelSubscription(call.command(call.caller));
    if (!canceled.ok) return rejectedFor(canceled, 'failedToCancelSubscription');
    await rightsChanged(call.caller.companyId, canceled.position);
    return {
      ok: true,
      reply: { message: messages.subscriptionCanceled, status: 'canceled' as const },
      position: canceled.position,
    };
  });

  function shown(
    companyId: string,
    account: CompanyAccount,
    employees: number,
    { timeZone, now }: { timeZone: string; now: string },
  ): endpoints.Company {
    const { trialEndsAt, nextBillingAt, status } = account;
    const charge = centsToNumber(monthlyCents(employees));
    const inAMonth = addMonths(new Date(now), 1).toISOString();
    return {
      company_id: companyId,
      company_name: account.name,
      status,
      subscriptionIsActive: account.subscriptionIsActive,
      trial_ends_at: trialEndsAt,
      next_billing_date: nextBillingAt && localDate(nextBillingAt, timeZone),
      employee_count: employees,
      employee_count_range: account.employeeCountRange,
      monthly_charge: charge,
      // There is no second trial.
      ...(status === 'canceled' && {
        renewal: { charge, next_billing_date: localDate(inAMonth, timeZone) },
      }),
      provider: account.provider ?? billing.provider,
    };
  }
}

/** `failed`: the specified message when this call fails. A cancelation gives it for an outage, too. */
function rejectedFor(
  failure: BillingFailure | TooManyRequests,
  failed: MessageCode,
): Extract<Answer<never>, { ok: false }> {
  switch (failure.code) {
    case 'tooManyRequests':
      return failure;
    case 'card declined':
      return rejected(failed);
    case 'unavailable':
      return rejected(failed === 'failedToCancelSubscription' ? failed : 'somethingWentWrong');
    case 'no subscription':
      return rejected('noSubscription');
    case 'no such company':
      return rejected('notFound');
  }
}
