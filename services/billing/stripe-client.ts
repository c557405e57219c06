import Stripe from 'stripe';

export type StripeAccess = {
  readonly secretKey: string;
  /** Undefined: the provider's own; otherwise a URL such as `http://127.0.0.1:12111`. */
  readonly apiBase: string | undefined;
  /** Of one try. */
  readonly timeoutMs?: number;
  /** Tries after the first, with the same key. */
  readonly retries?: number;
};

/** Three tries with their rests take as long as somebody waits in front of a form, not longer. */
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
