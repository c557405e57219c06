import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { keptPort } from '#tests/support/servers/kept-port.ts';
import { advanceTime } from './advance-time.ts';
import { ApiError } from './api-error.ts';
import { createApiRoutes } from './api-routes.ts';
import { parseForm } from './form-body.ts';
import { type ApiReply, createIdempotentReplies } from './idempotent-replies.ts';
import { createInvoicing } from './invoicing.ts';
import { createProviderState, type ProviderState } from './provider-state.ts';
import { createSubscriptions, type LastBill } from './subscriptions.ts';
import { createWebhookEvents, signed } from './webhook-events.ts';

export type FakeOutage = 'refused' | 'silent' | 'failing' | 'reply lost';

export type StripeFake = {
  readonly url: string;
  readonly state: ProviderState;
  now(): Date;
  moveTo(instant: Date): void;
  /** Starts an outage now, or after so many more requests; `null` ends it. */
  suffer(outage: FakeOutage | null, after?: number): Promise<void>;
  /** The bodies of all webhooks so far, oldest first. */
  readonly webhooks: readonly Buffer[];
  /** Every executed request, oldest first. */
  readonly requests: readonly { readonly route: string; readonly key: string | undefined }[];
  sign(rawBody: Buffer, at: Date): string;
  close(): Promise<void>;
};

export const FAKE_KEYS = {
  secretKey: 'sk_test_fake',
  publishableKey: 'pk_test_fake',
  webhookSecret: 'whsec_fake',
  priceBase: 'price_base',
  priceSeat: 'price_seat',
} as const;

const API_VERSION = '2026-10-28.endive';

/**
 * The part of Stripe's API that we use, as its reference describes it, on a free port of this machine. Time stands
 * still unless moved. A failed payment is tried again after `retryDays`; then the subscription is canceled.
 *
 * No account was at hand to compare it with the original. It knows no limits of requests (429), no payments that the
 * card's owner confirms, no taxes, disputes or payouts, and no delay between a change and its webhook. Unlike the original
 * it refuses every parameter that we do not send.
 */
export async function startStripeFake({
  now = new Date('2026-01-31T12:00:00Z'),
  retryDays = [3, 5, 7] as readonly number[],
  lastBill = 'draft' as LastBill,
} = {}): Promise<StripeFake> {
  const state = createProviderState(now.getTime() / 1000, [
    { id: FAKE_KEYS.priceBase, unitAmount: 150_00 },
    { id: FAKE_KEYS.priceSeat, unitAmount: 10_00 },
  ]);
  const announcements = createWebhookEvents(state);
  const invoicing = createInvoicing(state, announcements, retryDays);
  const subscribing = createSubscriptions(state, invoicing, announcements, lastBill);
  const routes = createApiRoutes({ state, announcements, invoicing, subscribing });
  const replies = createIdempotentReplies(() => state.now);
  const requests: { route: string; key: string | undefined }[] = [];
  let outage: FakeOutage | null = null;
  let coming: { readonly outage: FakeOutage; after: number } | null = null;

  function execute(method: string, path: string, form: string, key: string | undefined): ApiReply {
    const params = parseForm(form);
    for (const route of routes) {
      const id = idIn(path, route.path);
      if (route.method !== method || id === null) continue;
      const unknown = Object.keys(params).find((name) => !route.params.includes(name));
      if (unknown !== undefined) {
        throw ApiError.invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
      }
      requests.push({ route: `${method} ${route.path}`, key });
      return { status: 200, body: route.answer(params, id) };
    }
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const method = request.method ?? '';
    const body = await text(request);
    if (coming && coming.after-- === 0) outage = coming.outage;
    if (outage === 'silent') return;
    if (outage === 'failing') {
      const error = { type: 'api_error', message: 'Something went wrong on our end.' };
      return send(response, { status: 500, body: { error } }, false);
    }
    const form = body || String(searchParams);
    const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
    const run = () => asReply(() => execute(method, pathname, form, key));
    let answer: { reply: ApiReply; isReplayed: boolean };
    try {
      checkHeaders(request);
      answer = replies.answer(key, `${method} ${pathname}?${form}`, run);
    } catch (error) {
      answer = { reply: replyOf(error), isReplayed: false };
    }
    if (outage === 'reply lost') request.socket.destroy();
    else send(response, answer.reply, answer.isReplayed);
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response);
  const port = await keptPort();
  let server = await listening(port, listener);

  return {
    url: `http://127.0.0.1:${port}`,
    state,
    webhooks: announcements.bodies,
    requests,
    now: () => new Date(state.now * 1000),
    moveTo: (instant) => advanceTime(state, { invoicing, subscribing }, Math.floor(instant.getTime() / 1000)),
    sign: (rawBody, at) => signed(rawBody, FAKE_KEYS.webhookSecret, Math.floor(at.getTime() / 1000)),
    async suffer(next, after = 0) {
      coming = next !== null && after > 0 ? { outage: next, after } : null;
      if (coming) return;
      if (next === 'refused') await closed(server);
      if (outage === 'refused' && next !== 'refused') server = await listening(port, listener);
      outage = next;
    },
    close: () => closed(server),
  };
}

function checkHeaders({ headers }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${FAKE_KEYS.secretKey}`) {
    throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
  }
  if (headers['stripe-version'] !== API_VERSION) {
    throw ApiError.invalid(`Invalid Stripe API version: ${headers['stripe-version']}`);
  }
}

/** The segment at `:id` of the pattern; empty when it has none; null when the path does not match. */
function idIn(path: string, pattern: string): string | null {
  const parts = path.split('/');
  const expected = pattern.split('/');
  if (parts.length !== expected.length) return null;
  if (!expected.every((part, at) => part === ':id' || part === parts[at])) return null;
  return decodeURIComponent(parts[expected.indexOf(':id')] ?? '');
}

function asReply(run: () => ApiReply): ApiReply {
  try {
    return run();
  } catch (error) {
    return replyOf(error);
  }
}

function replyOf(error: unknown): ApiReply {
  if (error instanceof ApiError) return { status: error.status, body: { error: error.details } };
  // A bug of this fake, shown to the test through the client.
  return { status: 400, body: { error: { type: 'invalid_request_error', message: String(error) } } };
}

function send(response: ServerResponse, { status, body }: ApiReply, isReplayed: boolean): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_fake',
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(body));
}

async function listening(
  port: number,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
