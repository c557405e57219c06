import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Cancel, Clock, Scheduler } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { derivedId } from '#platform/ids.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { JobRunner } from '#platform/jobs/job-runner.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import type { LiveBus } from '#platform/live/live-bus.port.ts';
import type { Log } from '#platform/log.ts';
import type { Queries } from '#projections/all.queries.ts';
import { createBillingCommands } from './billing.commands.ts';
import {
  applyProviderEventsJob,
  checkSubscriptionsJob,
  completePaymentsJob,
  followSeats,
  followSeatsJob,
  remindOfTrialEndJob,
} from './billing.job.ts';
import { type BillingMailDeps, createBillingMail } from './billing.mail.ts';
import { createEnsureCustomer } from './customers.postgres.ts';
import { createExecuteIntent, createWithCompanyLock } from './intents/execute-intent.ts';
import { createIntents } from './intents/intents.postgres.ts';
import { guardOutages } from './payments.module.ts';
import type { Payments } from './payments.port.ts';
import { createApplyProviderEvents } from './provider-events/apply-provider-events.ts';
import { createProviderEvents } from './provider-events/provider-events.postgres.ts';
import { createPayers } from './subscription/payers.fold.ts';
import { createReconciliation } from './subscription/reconcile.ts';
import { createApplySnapshot, type SubscriptionCommands } from './subscription/subscription.commands.ts';
import type { Trials } from './trials.ts';

type BillingDeps = Omit<BillingMailDeps, 'payers'> & {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly subscriptions: SubscriptionCommands;
  readonly limits: Limits;
  readonly trials: Trials;
};

/** The commands of people, the webhooks of the provider, and the reconciliation that jobs do. */
export function createBilling(deps: BillingDeps) {
  const { payments, store, subscriptions, limits, trials } = deps;
  const payers = createPayers({ store });
  const intents = createIntents(deps);
  const mail = createBillingMail({ ...deps, payers });
  const applySnapshot = createApplySnapshot({ payments, subscriptions, mail });
  const executeIntent = createExecuteIntent({ payments, subscriptions, intents, mail, applySnapshot });
  const withCompanyLock = createWithCompanyLock({ ...deps, intents, executeIntent });
  const ensureCustomer = createEnsureCustomer(deps);
  const shared = { payments, subscriptions, payers, withCompanyLock, applySnapshot };
  return {
    provider: payments.provider,
    ...createBillingCommands({ ...shared, intents, ensureCustomer, executeIntent, limits, trials }),
    reconciliation: createReconciliation({ ...shared, clock: deps.clock }),
    readWebhook: payments.readWebhook,
    events: createProviderEvents(deps),
    intents,
    mail,
  };
}

export type Billing = ReturnType<typeof createBilling>;

/** The same with a circuit breaker before the provider. */
export function openBilling(deps: BillingDeps): Billing {
  return createBilling({ ...deps, payments: guardOutages(deps.payments, deps.clock) });
}

/**
 * Metrics of the processes that run jobs: work that an operator may have to look into. It is counted when the metrics
 * are read; they keep their last value while the database is away.
 */
export function watchBilling({ intents, events }: Billing, registry: Registry): void {
  const counted = (name: string, help: string, count: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await count().catch(() => null);
        if (found !== null) this.set(found);
      },
    });
  counted(
    'tallyboard_billing_open_intents',
    'Payments that were requested and are not completed yet',
    intents.countOpen,
  );
  counted(
    'tallyboard_billing_events_set_aside',
    'Webhooks of the payment provider that concern no known subscription and wait for an operator',
    events.countSetAside,
  );
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

/** How long further changes of employees are gathered. Milliseconds. */
const GATHER_MS = 1000;
/** The read model whose changes are those of the employees. */
const DIRECTORY = 'directory';

/**
 * Adds the job that follows the seats soon after employees were added or deleted. Processes that run jobs call it; the
 * job's schedule finds changes that were missed. Returns the function that ends it.
 */
export function nudgeSeats({
  jobs: { add },
  bus,
  log,
  scheduler,
}: {
  readonly jobs: Pick<JobRunner, 'add'>;
  readonly bus: LiveBus;
  readonly log: Log;
  readonly scheduler: Scheduler;
}): Cancel {
  const changed = createCoalesced(scheduler, GATHER_MS, (named) => {
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

/**
 * Collects the keys that are named within `ms` of the first one and hands each over once, with its last number. For
 * wake-ups: many events come together, and one check at the end handles all of them.
 */
function createCoalesced(
  scheduler: Scheduler,
  ms: number,
  handOver: (named: ReadonlyMap<string, number>) => void,
) {
  let named = new Map<string, number>();
  let cancel: Cancel | undefined;

  function flush(): void {
    const all = named;
    named = new Map();
    cancel = undefined;
    handOver(all);
  }

  return {
    name(key: string, number: number): void {
      named.set(key, number);
      cancel ??= scheduler.after(ms, flush);
    },
    close: () => cancel?.(),
  };
}

/** Tells the process that hands over jobs that a webhook of the payment provider was stored. */
export type ProviderEventsNotifier = {
  notifyStored(): void;
  onStored(listener: () => void): void;
};

export function createProviderEventsNotifier(): ProviderEventsNotifier {
  let notify: () => void = () => {};
  return {
    notifyStored: () => notify(),
    onStored: (listener) => {
      notify = listener;
    },
  };
}
