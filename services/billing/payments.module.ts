import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { PaymentsConfig } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Payments } from './payments.port.ts';
import type { RecordedSubscriptions } from './sandbox/backfill.ts';

export type PaymentsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly recorded: RecordedSubscriptions;
};

/** The provider that the environment names. Each is loaded only where it is used: Stripe's package is large. */
export async function openPayments(config: PaymentsConfig, deps: PaymentsDeps): Promise<Payments> {
  if (config.kind === 'sandbox') {
    const { createSandboxPayments } = await import('./sandbox/payments.sandbox.ts');
    return createSandboxPayments(deps);
  }
  const { createStripePayments } = await import('./stripe/payments.stripe.ts');
  return createStripePayments({ ...config, ...deps });
}
