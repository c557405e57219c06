import Stripe from 'stripe';
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

/**
 * Runs calls to the provider; an outage is an outcome. A refused card stays an exception until somebody who
 * knows what it means for him says so.
 */
export async function unlessAway<T>(ask: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await ask();
  } catch (error) {
    if (isAway(error)) return UNAVAILABLE;
    throw error;
  }
}

/** A second call with the key of one that still runs is told to wait, like one that comes too often. */
function isAway(error: unknown): boolean {
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError) return true;
  if (error instanceof StripeAPIError) return true;
  return error instanceof StripeError && (error.statusCode === 409 || error.code === 'lock_timeout');
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
