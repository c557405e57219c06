import Stripe from 'stripe';
import type { Log } from '#platform/log.ts';
import { UNAVAILABLE, type Unavailable } from '../payments.port.ts';

export type StripeAccess = {
  readonly secretKey: string;
  /** URL such as `http://127.0.0.1:12111`; undefined for Stripe's own. */
  readonly apiBase: string | undefined;
  /** Timeout of one attempt. */
  readonly timeoutMs?: number;
  /** Attempts after the first, with the same key. */
  readonly retries?: number;
};

/** Three attempts with their pauses take no longer than a person waits after submitting a form. */
const TIMEOUT_MS = 8_000;
const RETRIES = 2;

const API_VERSION = '2026-10-28.endive';

export function createStripeClient(access: StripeAccess): Stripe {
  const { secretKey, apiBase, timeoutMs = TIMEOUT_MS, retries = RETRIES } = access;
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiBase !== undefined && hostOf(apiBase)),
  });
}

function hostOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}

const {
  StripeAPIError,
  StripeCardError,
  StripeConnectionError,
  StripeError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors;

/** Runs calls to Stripe. An outage is returned; every other error is a bug of ours and thrown. */
export type CallStripe = <T>(calls: () => Promise<T>) => Promise<T | Unavailable>;

export function createCallStripe(log: Pick<Log, 'warn'>): CallStripe {
  return async (calls) => {
    try {
      return await calls();
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const { type, code, param, statusCode, requestId } = error;
      const details = { type, code, param, statusCode, requestId };
      // The error itself may hold the request: card setup secrets, names, addresses.
      if (!isOutage(error)) {
        throw new Error(`the payment provider rejected a request: ${JSON.stringify(details)}`);
      }
      log.warn(details, 'the payment provider is unavailable');
      return UNAVAILABLE;
    }
  };
}

/** 409 and `lock_timeout`: another call with the same key, or on the same object, still runs. Try again later. */
function isOutage(error: InstanceType<typeof StripeError>): boolean {
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError) return true;
  if (error instanceof StripeAPIError) return true;
  return error.statusCode === 409 || error.code === 'lock_timeout';
}

/** Null when the card was declined. */
export async function nullIfDeclined<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof StripeCardError) return null;
    throw error;
  }
}

/** Null when Stripe has no object with that id. */
export async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isInvalidRequest(error) && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Everything that a list has, over all its pages. */
export async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of pages) found.push(each);
  return found;
}

export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof StripeInvalidRequestError;
}
