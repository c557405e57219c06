import { Type } from 'typebox';
import type { Clock } from '#platform/clock.ts';
import { defineJob } from '#platform/jobs/job.ts';
import type { ApplyProviderEvents } from './apply-provider-events.ts';
import type { BillingLetters } from './billing-letters.ts';
import { eachCompany } from './each-company.ts';
import type { Intents } from './intents.port.ts';
import type { KeepInStep } from './keep-in-step.ts';
import type { ProviderEvents } from './provider-events.port.ts';

const DAY_MS = 24 * 3_600_000;
const once = { attempts: 1, backoff: { kind: 'fixed', delay: 1000 } } as const;

/** Companies that a job has to look at, as the read models know them. */
export type BilledCompanies = {
  /** Pay for another number of seats than they have employees. */
  outOfStep(): Promise<readonly string[]>;
  /** In trial, which ends before that instant (UTC ISO-8601). */
  trialsThatEndBefore(
    instant: string,
  ): Promise<readonly { companyId: string; subscriptionId: string; trialEndsAt: string }[]>;
  /** Should have been billed by that instant, or wait for a payment. */
  overdueAt(instant: string): Promise<readonly { companyId: string; subscriptionId: string }[]>;
};

/** The nudge: the provider told something. What it leaves is found by the sweep. */
export function applyProviderEventsJob(apply: ApplyProviderEvents) {
  return defineJob({
    name: 'apply-provider-events',
    data: Type.Object({}),
    schedule: { every: 10_000 },
    ...once,
    handler: (_data, run) => apply(run),
  });
}

/** Completes what was asked of the provider and cut short, or what it was away for. */
export function completePaymentsJob({
  intents,
  keep,
}: {
  intents: Pick<Intents, 'dueCompanies'>;
  keep: Pick<KeepInStep, 'complete'>;
}) {
  return defineJob({
    name: 'complete-payments',
    data: Type.Object({}),
    schedule: { every: 5000 },
    ...once,
    handler: async (_data, run) => {
      const due = await intents.dueCompanies(200);
      await eachCompany(
        due.map((companyId) => ({ companyId })),
        run,
        async ({ companyId }) => {
          const kept = await keep.complete(companyId);
          if (kept === 'done') run.log.info({ companyId }, 'a payment that was cut short is settled');
          return kept;
        },
      );
    },
  });
}

/** Employees came or went in one company; without a company it looks at all of them. */
export function followSeatsJob(deps: {
  companies: Pick<BilledCompanies, 'outOfStep'>;
  keep: Pick<KeepInStep, 'followEmployees'>;
}) {
  return defineJob({
    name: 'follow-seats',
    data: Type.Object({ companyId: Type.Optional(Type.String()) }),
    schedule: { every: 60_000 },
    ...once,
    handler: async ({ companyId: one }, run) => {
      const companies = one === undefined ? await deps.companies.outOfStep() : [one];
      await eachCompany(
        companies.map((companyId) => ({ companyId })),
        run,
        ({ companyId }) => deps.keep.followEmployees(companyId),
      );
    },
  });
}

const REMIND_MS = 2 * DAY_MS;

/** In the two days before a trial ends (UTC ISO-8601). */
export function remindsOfTrialEnd(trialEndsAt: string, now: Date): boolean {
  const left = Date.parse(trialEndsAt) - now.getTime();
  return left > 0 && left <= REMIND_MS;
}

/** Two days before the first charge; the outbox knows whom it told already. */
export function remindOfTrialEndJob({
  companies,
  letters,
  clock,
}: {
  companies: Pick<BilledCompanies, 'trialsThatEndBefore'>;
  letters: Pick<BillingLetters, 'trialEnds'>;
  clock: Clock;
}) {
  return defineJob({
    name: 'remind-of-trial-end',
    data: Type.Object({}),
    schedule: { every: 600_000 },
    attempts: 3,
    backoff: { kind: 'exponential', delay: 10_000 },
    handler: async (_data, { signal }) => {
      const now = clock.now();
      const soon = await companies.trialsThatEndBefore(new Date(now.getTime() + REMIND_MS).toISOString());
      for (const { companyId, subscriptionId, trialEndsAt } of soon) {
        if (signal.aborted) return;
        if (remindsOfTrialEnd(trialEndsAt, now))
          await letters.trialEnds(companyId, subscriptionId, trialEndsAt);
      }
    },
  });
}

/** Asks the provider where it should have told something and may have failed to; forgets what is long applied. */
export function checkSubscriptionsJob({
  companies,
  keep,
  events,
  clock,
}: {
  companies: Pick<BilledCompanies, 'overdueAt'>;
  keep: Pick<KeepInStep, 'followProvider'>;
  events: Pick<ProviderEvents, 'forget'>;
  clock: Clock;
}) {
  return defineJob({
    name: 'check-subscriptions',
    data: Type.Object({}),
    schedule: { every: 3_600_000 },
    ...once,
    handler: async (_data, run) => {
      const now = clock.now();
      await eachCompany(await companies.overdueAt(now.toISOString()), run, (each) =>
        keep.followProvider(each.companyId, each.subscriptionId),
      );
      await events.forget(new Date(now.getTime() - 90 * DAY_MS));
    },
  });
}
