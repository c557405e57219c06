import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { PaymentsConfig } from '#platform/config.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Log } from '#platform/log.ts';
import type { Payments } from '#services/billing/payments.port.ts';
import {
  createRecordedSubscriptions,
  type RecordedSubscriptions,
} from '#services/billing/sandbox/recorded.ts';
import { DEMO_COMPANY_ID } from '#services/demo/demo-commands.ts';

export type PaymentsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: EventStore;
};

/** The provider that the environment names. Each is loaded only where it is used: Stripe's package is large. */
export async function openPayments(config: PaymentsConfig, deps: PaymentsDeps): Promise<Payments> {
  if (config.kind === 'sandbox') {
    const { createSandboxPayments } = await import('#services/billing/payments.sandbox.ts');
    return createSandboxPayments({ ...deps, recorded: recordedSubscriptions(deps.store) });
  }
  const { createStripePayments } = await import('#services/billing/payments.stripe.ts');
  return createStripePayments({ ...config, ...deps });
}

/** The demo's subscription does not name its company. */
const ALIASES = new Map([['sub_demo', DEMO_COMPANY_ID]]);

export function recordedSubscriptions(store: EventStore): RecordedSubscriptions {
  return createRecordedSubscriptions(store, ALIASES);
}

/** For the person at the terminal. */
export function whoTakesPayments(payments: PaymentsConfig): string {
  if (payments.kind === 'stripe') return 'Payments are taken by Stripe';
  return 'Payments go to a sandbox, no money moves: pm_card_visa pays, pm_card_chargeDeclined is refused';
}
