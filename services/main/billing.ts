import type { Registry } from 'prom-client';
import { queriesOn } from '#platform/database.ts';
import { derivedId } from '#platform/ids.ts';
import { createCoalesced } from '#platform/jobs/coalesced.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { JobRunner } from '#platform/jobs/job-runner.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import {
  companiesOutOfStep,
  companyOfSubscription,
  overdueAt,
  trialsThatEndBefore,
} from '#projections/company-account/billed-companies.queries.ts';
import { directory } from '#projections/directory/directory.projector.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createApplyProviderEvents } from '#services/billing/apply-provider-events.ts';
import {
  applyProviderEventsJob,
  checkSubscriptionsJob,
  completePaymentsJob,
  followSeatsJob,
  remindOfTrialEndJob,
} from '#services/billing/billing.job.ts';
import { type Billing, createBilling } from '#services/billing/billing.ts';
import { createBillingMetrics } from '#services/billing/billing-metrics.ts';
import { guardOutages } from '#services/billing/outage-guard.ts';
import type { Core } from './wiring.ts';

/** How long the seats wait for more employees who come or go. Milliseconds. */
const GATHER_MS = 1000;

export function openBilling(core: Core, publicUrl: () => string): Billing {
  return createBilling({
    ...core,
    payments: guardOutages(core.payments),
    outbox: core.mail.outbox,
    timeZoneOf: core.accounts.timeZoneOf,
    publicUrl,
  });
}

/** Where the jobs run: what a person may have to look into. */
export function watchBilling({ intents, events }: Billing, registry: Registry): void {
  createBillingMetrics(registry, async () => ({
    openIntents: await intents.countOpen(),
    setAside: await events.countSetAside(),
  }));
}

/** The jobs about money. */
export function billingJobs({ pool, clock }: Pick<Core, 'pool' | 'clock'>, billing: Billing): readonly Job[] {
  const { provider, keep, events, intents, letters } = billing;
  const db = queriesOn<ReadModels>(pool);
  const companies = {
    outOfStep: () => companiesOutOfStep(db, provider),
    trialsThatEndBefore: (instant: string) => trialsThatEndBefore(db, provider, instant),
    overdueAt: (instant: string) => overdueAt(db, provider, instant),
  };
  const apply = createApplyProviderEvents({
    events,
    keep,
    companyOfSubscription: (subscriptionId) => companyOfSubscription(db, subscriptionId),
  });
  return [
    applyProviderEventsJob(apply),
    followSeatsJob({ companies, keep }),
    completePaymentsJob({ intents, keep }),
    remindOfTrialEndJob({ companies, letters, clock }),
    checkSubscriptionsJob({ companies, keep, events, clock }),
  ];
}

const elsewhere = () => Promise.reject(new Error('this process only hands it over'));
/** As whoever runs no jobs knows them: by their names. */
export const APPLY_WAITS = applyProviderEventsJob(elsewhere);
const SEATS_WAIT = followSeatsJob({
  companies: { outOfStep: elsewhere },
  keep: { followEmployees: elsewhere },
});

/**
 * Has the seats follow soon after employees came or went. A process that runs jobs calls it; what gets lost is
 * found by the sweep. Returns the function that ends it.
 */
export function nudgeSeats({ add }: Pick<JobRunner, 'add'>, bus: LiveBus, log: Log): () => void {
  const changed = createCoalesced(GATHER_MS, (named) => {
    for (const [companyId, position] of named) {
      add(SEATS_WAIT, { companyId }, { jobId: derivedId(companyId, position) }).catch((err: unknown) => {
        log.debug({ err }, 'nobody told that seats changed; the next sweep finds it');
      });
    }
  });
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'committed') return;
    for (const { model, companyId } of message.changes) {
      if (model === directory.name) changed.name(companyId, message.position);
    }
  });
  return () => {
    unsubscribe();
    changed.close();
  };
}
