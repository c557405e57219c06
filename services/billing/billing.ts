import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { createBillingCommands } from './billing.commands.ts';
import { type BillingLettersDeps, createBillingLetters } from './billing-letters.ts';
import { createCarryOut } from './carry-out.ts';
import { createCustomers } from './customers.postgres.ts';
import { createFollow } from './follow-provider.ts';
import { createIntents } from './intents.postgres.ts';
import { createKeepInStep } from './keep-in-step.ts';
import { createPayers } from './payers.structure.ts';
import type { Payments } from './payments.port.ts';
import { createProviderEvents } from './provider-events.postgres.ts';
import { createSubscriptionCommands } from './subscription.commands.ts';
import { createTurns } from './turns.ts';

export type BillingDeps = Omit<BillingLettersDeps, 'payers'> & {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly payments: Payments;
};

/** Puts together what asks the provider, what it tells us and what both leave to jobs. */
export function createBilling(deps: BillingDeps) {
  const { payments, store } = deps;
  const payers = createPayers({ store });
  const subscriptions = createSubscriptionCommands({ store });
  const intents = createIntents(deps);
  const letters = createBillingLetters({ ...deps, payers });
  const follow = createFollow({ subscriptions, letters });
  const carryOut = createCarryOut({ payments, subscriptions, intents, letters, follow });
  const turns = createTurns({ ...deps, intents, carryOut });
  const customerOf = createCustomers(deps);
  const shared = { payments, subscriptions, payers, turns, follow };
  return {
    provider: payments.provider,
    ...createBillingCommands({ ...shared, intents, customerOf, carryOut }),
    keep: createKeepInStep({ ...shared, clock: deps.clock }),
    readWebhook: payments.readWebhook,
    events: createProviderEvents(deps),
    intents,
    letters,
  };
}

export type Billing = ReturnType<typeof createBilling>;
