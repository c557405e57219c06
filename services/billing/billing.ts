import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createBillingCommands } from './billing.commands.ts';
import { createEnsureCustomer } from './customers.postgres.ts';
import { createWithCompanyLock } from './intents/company-lock.ts';
import { createExecuteIntent } from './intents/execute-intent.ts';
import { createIntents } from './intents/intents.postgres.ts';
import { type BillingMailDeps, createBillingMail } from './mail/billing-mail.ts';
import type { Payments } from './payments.port.ts';
import { createProviderEvents } from './provider-events/provider-events.postgres.ts';
import { createApplySnapshot } from './subscription/apply-snapshot.ts';
import { createPayers } from './subscription/payers.fold.ts';
import { createReconciliation } from './subscription/reconcile.ts';
import type { SubscriptionCommands } from './subscription/subscription.commands.ts';

export type BillingDeps = Omit<BillingMailDeps, 'payers'> & {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly subscriptions: SubscriptionCommands;
};

/** The commands of people, the webhooks of the provider, and the reconciliation that jobs do. */
export function createBilling(deps: BillingDeps) {
  const { payments, store, subscriptions } = deps;
  const payers = createPayers({ store });
  const intents = createIntents(deps);
  const mail = createBillingMail({ ...deps, payers });
  const applySnapshot = createApplySnapshot({ subscriptions, mail });
  const executeIntent = createExecuteIntent({ payments, subscriptions, intents, mail, applySnapshot });
  const withCompanyLock = createWithCompanyLock({ ...deps, intents, executeIntent });
  const ensureCustomer = createEnsureCustomer(deps);
  const shared = { payments, subscriptions, payers, withCompanyLock, applySnapshot };
  return {
    provider: payments.provider,
    ...createBillingCommands({ ...shared, intents, ensureCustomer, executeIntent }),
    reconciliation: createReconciliation({ ...shared, clock: deps.clock }),
    readWebhook: payments.readWebhook,
    events: createProviderEvents(deps),
    intents,
    mail,
  };
}

export type Billing = ReturnType<typeof createBilling>;
