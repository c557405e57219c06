import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { PaymentsConfig } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { type Payments, UNAVAILABLE, type Unavailable } from './payments.port.ts';
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

/** The circuit opens after so many calls in a row without an answer. */
const FAILURES = 3;
/** While it is open, one call is let through in this time. Milliseconds. */
const OPEN_MS = 5000;

/**
 * The same provider behind a circuit breaker: while it does not answer, calls fail at once instead of after every
 * timeout. Otherwise calls would queue for minutes, each with a database connection. No request is lost, since its
 * intent is stored.
 */
export function guardOutages(payments: Payments, clock: Clock): Payments {
  let failures = 0;
  let triedAt = 0;

  /** False after the clock was set back, so that this cannot keep the circuit open for hours. */
  function hasJustTried(): boolean {
    const elapsed = clock.now().getTime() - triedAt;
    return elapsed >= 0 && elapsed < OPEN_MS;
  }

  function guarded<Input, Answer extends { readonly ok: boolean }>(
    call: (input: Input) => Promise<Answer | Unavailable>,
  ): (input: Input) => Promise<Answer | Unavailable> {
    return async (input) => {
      if (failures >= FAILURES) {
        if (hasJustTried()) return UNAVAILABLE;
        // This call tests the provider; concurrent calls fail.
        triedAt = clock.now().getTime();
      }
      const answer = await call(input);
      const isUnavailable = !answer.ok && 'code' in answer && answer.code === 'unavailable';
      failures = isUnavailable ? failures + 1 : 0;
      if (isUnavailable) triedAt = clock.now().getTime();
      return answer;
    };
  }

  return {
    provider: payments.provider,
    readWebhook: payments.readWebhook,
    ensureCustomer: guarded(payments.ensureCustomer),
    createSetupIntent: guarded(payments.createSetupIntent),
    cardFingerprint: guarded(payments.cardFingerprint),
    startSubscription: guarded(payments.startSubscription),
    subscription: guarded(payments.subscription),
    receipts: guarded(payments.receipts),
    setSeats: guarded(payments.setSeats),
    changeCard: guarded(payments.changeCard),
    cancel: guarded(payments.cancel),
  };
}
