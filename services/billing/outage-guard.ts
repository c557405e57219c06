import type { Payments, Unavailable } from './payments.port.ts';

/** So many answers in a row that never came, and nobody waits for the next ones. */
const FAILURES = 3;
/** Then one look every so often, milliseconds. */
const REST_MS = 5000;

const UNAVAILABLE: Unavailable = { ok: false, reason: 'unavailable' };

/**
 * The same provider, but while it is silent whoever asks is told at once instead of after all time limits:
 * otherwise people stand in line for minutes, and each holds a connection of the database. Nothing is lost by it,
 * since what was asked for is stored.
 */
export function guardOutages(payments: Payments, now: () => number = () => performance.now()): Payments {
  let failures = 0;
  let restUntil = 0;

  function guarded<Input, Answer extends { readonly ok: boolean }>(
    call: (input: Input) => Promise<Answer | Unavailable>,
  ): (input: Input) => Promise<Answer | Unavailable> {
    return async (input) => {
      if (failures >= FAILURES) {
        if (now() < restUntil) return UNAVAILABLE;
        // This one looks; those who come meanwhile do not.
        restUntil = now() + REST_MS;
      }
      const answer = await call(input);
      const isAway = !answer.ok && 'reason' in answer && answer.reason === 'unavailable';
      failures = isAway ? failures + 1 : 0;
      if (isAway) restUntil = now() + REST_MS;
      return answer;
    };
  }

  return {
    provider: payments.provider,
    readWebhook: payments.readWebhook,
    ensureCustomer: guarded(payments.ensureCustomer),
    createSetupIntent: guarded(payments.createSetupIntent),
    startSubscription: guarded(payments.startSubscription),
    subscription: guarded(payments.subscription),
    setSeats: guarded(payments.setSeats),
    changeCard: guarded(payments.changeCard),
    cancel: guarded(payments.cancel),
  };
}
