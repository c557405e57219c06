import Stripe from 'stripe';
import type { Log } from '#platform/log.ts';
import type { CardDeclined, Unavailable } from './payments.port.ts';

export const CARD_DECLINED: CardDeclined = { ok: false, reason: 'card declined' };
export const UNAVAILABLE: Unavailable = { ok: false, reason: 'unavailable' };

const {
  StripeAPIError,
  StripeConnectionError,
  StripeError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors;

/** Runs calls to the provider: an outage is an outcome, whatever else it says is a fault of ours. */
export type Ask = <T>(calls: () => Promise<T>) => Promise<T | Unavailable>;

export function createAsk(log: Pick<Log, 'warn'>): Ask {
  return async (calls) => {
    try {
      return await calls();
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const { type, code, param, statusCode, requestId } = error;
      const about = { type, code, param, statusCode, requestId };
      // The error itself may hold what it was asked with: secrets of the card's setup, names, addresses.
      if (!isAway(error)) throw new Error(`the payment provider refused a request: ${JSON.stringify(about)}`);
      log.warn(about, 'the payment provider is away');
      return UNAVAILABLE;
    }
  };
}

/** A second call with the key of one that still runs is told to wait, like one that comes too often. */
function isAway(error: InstanceType<typeof StripeError>): boolean {
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError) return true;
  if (error instanceof StripeAPIError) return true;
  return error.statusCode === 409 || error.code === 'lock_timeout';
}

/** Runs `ask`; null when the card refused. */
export async function unlessDeclined<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return null;
    throw error;
  }
}

/** Runs `ask`; null when the provider knows nothing by that id. */
export async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isInvalid(error) && error.code === 'resource_missing') return null;
    throw error;
  }
}

export function isInvalid(error: unknown): error is InstanceType<typeof StripeInvalidRequestError> {
  return error instanceof StripeInvalidRequestError;
}
