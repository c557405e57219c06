import type { Registry } from 'prom-client';
import type { Clock } from '#platform/clock.ts';
import { derivedId } from '#platform/ids.ts';
import { createCoalesced } from '#platform/jobs/coalesced.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { JobRunner } from '#platform/jobs/job-runner.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Queries } from '#projections/all.queries.ts';
import {
  applyProviderEventsJob,
  checkSubscriptionsJob,
  completePaymentsJob,
  followSeats,
  followSeatsJob,
  remindOfTrialEndJob,
} from './billing.job.ts';
import { type Billing, type BillingDeps, createBilling } from './billing.ts';
import { createBillingMetrics } from './billing-metrics.ts';
import { guardOutages } from './circuit-breaker.ts';
import { createApplyProviderEvents } from './provider-events/apply-provider-events.ts';

/** How long further changes of employees are gathered, in milliseconds. */
const GATHER_MS = 1000;

/** The read model whose changes are those of the employees. */
const DIRECTORY = 'directory';

export function openBilling(deps: BillingDeps): Billing {
  return createBilling({ ...deps, payments: guardOutages(deps.payments) });
}

/** Metrics of the processes that run jobs: work that an operator may have to look into. */
export function watchBilling({ intents, events }: Billing, registry: Registry): void {
  createBillingMetrics(registry, async () => ({
    openIntents: await intents.countOpen(),
    setAside: await events.countSetAside(),
  }));
}

type BillingJobsDeps = {
  readonly billing: Billing;
  readonly clock: Clock;
  readonly queries: Pick<
    Queries,
    'companiesOutOfStep' | 'trialsThatEndBefore' | 'overdueAt' | 'companyOfSubscription'
  >;
};

/** The jobs of billing. */
export function billingJobs({ billing, clock, queries }: BillingJobsDeps): readonly Job[] {
  const { provider, reconciliation, events, intents, mail } = billing;
  const companies = {
    withOutdatedSeats: () => queries.companiesOutOfStep(provider),
    trialsThatEndBefore: (instant: string) => queries.trialsThatEndBefore(provider, instant),
    overdueAt: (instant: string) => queries.overdueAt(provider, instant),
  };
  const apply = createApplyProviderEvents({
    events,
    reconciliation,
    companyOfSubscription: queries.companyOfSubscription,
  });
  return [
    applyProviderEventsJob(apply),
    followSeatsJob({ companies, reconciliation }),
    completePaymentsJob({ intents, reconciliation }),
    remindOfTrialEndJob({ companies, mail, clock }),
    checkSubscriptionsJob({ companies, reconciliation, events, clock }),
  ];
}

/**
 * Adds the job that follows the seats soon after employees were added or deleted. Processes that run jobs call it; the
 * job's schedule finds changes that were missed. Returns the function that ends it.
 */
export function nudgeSeats({ add }: Pick<JobRunner, 'add'>, bus: LiveBus, log: Log): () => void {
  const changed = createCoalesced(GATHER_MS, (named) => {
    for (const [companyId, position] of named) {
      add(followSeats, { companyId }, { jobId: derivedId(companyId, position) }).catch((err: unknown) => {
        log.debug({ err }, 'the job for changed seats was not added; its schedule finds the change');
      });
    }
  });
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind !== 'committed') return;
    for (const { model, companyId } of message.changes) {
      if (model === DIRECTORY) changed.name(companyId, message.position);
    }
  });
  return () => {
    unsubscribe();
    changed.close();
  };
}
