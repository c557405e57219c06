import { Type } from 'typebox';
import { DAY_MS } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { handle, type JobRun, jobType } from '#platform/jobs/job.ts';
import type { BillingMail } from './billing.mail.ts';
import type { Intents } from './intents/intents.port.ts';
import type { ApplyProviderEvents, ProviderEvents } from './provider-events/apply-provider-events.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Reconciled, Reconciliation } from './subscription/reconcile.ts';

/** The schedule is the retry. */
const once = { attempts: 1, backoff: { kind: 'fixed', delay: 1000 } } as const;

/** Companies that a job has to check, from the read models. */
export type BilledCompanies = {
  /** Companies that pay for another number of seats than they have employees. */
  withOutdatedSeats(): Promise<readonly string[]>;
  /** Trials that end before that instant (UTC ISO-8601). */
  trialsThatEndBefore(
    instant: string,
  ): Promise<readonly { companyId: string; subscriptionId: string; trialEndsAt: string }[]>;
  /** Subscriptions that were to be billed by that instant, or have an unpaid invoice. */
  overdueAt(instant: string): Promise<readonly { companyId: string; subscriptionId: string }[]>;
};

/** Added when a webhook is stored; the schedule finds events that were left. */
export const applyProviderEvents = jobType({
  name: 'apply-provider-events',
  data: Type.Object({}),
  schedule: { every: 10_000 },
  ...once,
});

export function applyProviderEventsJob(apply: ApplyProviderEvents) {
  return handle(applyProviderEvents, (_data, run) => apply(run));
}

/** Completes intents that were interrupted, or that the provider did not answer to. */
const completePayments = jobType({
  name: 'complete-payments',
  data: Type.Object({}),
  schedule: { every: 5000 },
  ...once,
});

export function completePaymentsJob({
  intents,
  reconciliation,
}: {
  intents: Pick<Intents, 'dueCompanies'>;
  reconciliation: Pick<Reconciliation, 'completeOpenIntent'>;
}) {
  return handle(completePayments, async (_data, run) => {
    const due = await intents.dueCompanies(200);
    await eachCompany(
      due.map((companyId) => ({ companyId })),
      run,
      async ({ companyId }) => {
        const completed = await reconciliation.completeOpenIntent(companyId);
        if (completed === 'done') run.log.info({ companyId }, 'an interrupted payment is completed');
        return completed;
      },
    );
  });
}

/** Makes the seats follow the employees of one company, or of every company when none is given. */
export const followSeats = jobType({
  name: 'follow-seats',
  data: Type.Object({ companyId: Type.Optional(Type.String()) }),
  schedule: { every: 60_000 },
  ...once,
});

export function followSeatsJob(deps: {
  companies: Pick<BilledCompanies, 'withOutdatedSeats'>;
  reconciliation: Pick<Reconciliation, 'reconcileSeats'>;
}) {
  return handle(followSeats, async ({ companyId: one }, run) => {
    const companies = one === undefined ? await deps.companies.withOutdatedSeats() : [one];
    await eachCompany(
      companies.map((companyId) => ({ companyId })),
      run,
      ({ companyId }) => deps.reconciliation.reconcileSeats(companyId),
    );
  });
}

const REMINDER_MS = 2 * DAY_MS;

/** True in the two days before a trial ends. `trialEndsAt` in UTC ISO-8601. */
export function isTrialReminderDue(trialEndsAt: string, now: Date): boolean {
  const left = Date.parse(trialEndsAt) - now.getTime();
  return left > 0 && left <= REMINDER_MS;
}

/** Sends a mail two days before the first charge. The outbox drops a mail that was posted before. */
const remindOfTrialEnd = jobType({
  name: 'remind-of-trial-end',
  data: Type.Object({}),
  schedule: { every: 600_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 10_000 },
});

export function remindOfTrialEndJob({
  companies,
  mail,
  clock,
}: {
  companies: Pick<BilledCompanies, 'trialsThatEndBefore'>;
  mail: Pick<BillingMail, 'trialEnds'>;
  clock: Clock;
}) {
  return handle(remindOfTrialEnd, async (_data, { signal }) => {
    const now = clock.now();
    const trials = await companies.trialsThatEndBefore(new Date(now.getTime() + REMINDER_MS).toISOString());
    for (const { companyId, subscriptionId, trialEndsAt } of trials) {
      if (signal.aborted) return;
      if (isTrialReminderDue(trialEndsAt, now)) await mail.trialEnds(companyId, subscriptionId, trialEndsAt);
    }
  });
}

/** Asks the provider about subscriptions whose webhook is overdue; deletes events that were applied long ago. */
const checkSubscriptions = jobType({
  name: 'check-subscriptions',
  data: Type.Object({}),
  schedule: { every: 3_600_000 },
  ...once,
});

export function checkSubscriptionsJob({
  companies,
  reconciliation,
  events,
  clock,
}: {
  companies: Pick<BilledCompanies, 'overdueAt'>;
  reconciliation: Pick<Reconciliation, 'reconcileSubscription'>;
  events: Pick<ProviderEvents, 'deleteApplied'>;
  clock: Clock;
}) {
  return handle(checkSubscriptions, async (_data, run) => {
    const now = clock.now();
    await eachCompany(await companies.overdueAt(now.toISOString()), run, ({ companyId, subscriptionId }) =>
      reconciliation.reconcileSubscription(companyId, subscriptionId),
    );
    await events.deleteApplied(new Date(now.getTime() - 90 * DAY_MS));
  });
}

/**
 * Advances the sandbox's subscriptions every minute and delivers its webhooks. It may run at any time and in several
 * processes: a month is billed once, because the ledger has the invoice.
 */
const sandboxPayments = jobType({
  name: 'sandbox-payments',
  data: Type.Object({}),
  schedule: { every: 60_000 },
  attempts: 3,
  backoff: { kind: 'exponential', delay: 1000 },
});

export function sandboxJob(sandbox: Pick<Sandbox, 'run'>) {
  return handle(sandboxPayments, async (_data, { log, signal }) => {
    const { due, delivered } = await sandbox.run(signal);
    if (due + delivered > 0) log.debug({ due, delivered }, 'subscriptions of the sandbox are advanced');
  });
}

/** After so many companies in a row without an answer, the provider is taken to be unavailable to all. */
const UNAVAILABLE_IN_A_ROW = 3;

/**
 * Runs `work` for one company after the other. An error is logged and does not stop the others. While the provider
 * is unavailable the rest is left to the next run, since each company would wait for the full timeout.
 */
export async function eachCompany<Each extends { readonly companyId: string }>(
  companies: readonly Each[],
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
  work: (each: Each) => Promise<Reconciled>,
): Promise<void> {
  let inARow = 0;
  for (const each of companies) {
    if (signal.aborted || inARow === UNAVAILABLE_IN_A_ROW) return;
    try {
      inARow = (await work(each)) === 'unavailable' ? inARow + 1 : 0;
    } catch (err) {
      log.error({ err, companyId: each.companyId }, 'the payments of a company could not be reconciled');
    }
  }
}
