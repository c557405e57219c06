import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#platform/http/failures.ts';
import type { ReceiveWebhook } from './receive-webhook.ts';

/** What the provider sends is some kilobytes; more is none of its. */
const MOST_BYTES = 1024 * 1024;

export type WebhookDeps = { readonly receive: ReceiveWebhook };

/**
 * Where the payment provider says that something happened. For a machine: no session, no origin, no endpoint of
 * contracts (`infra/adr/0022-payments.md`). The signature is over the bytes as they came, so nothing may
 * read them before it; the plugin keeps that from the rest of the API.
 */
export function webhookRoutes({ receive }: WebhookDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.post('/webhooks/stripe', { bodyLimit: MOST_BYTES }, answer);
  };

  async function answer({ body, headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const signature = headers['stripe-signature'];
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') return refuse(reply, 'malformed', 400);
    const isOurs = await receive({ rawBody: body, signature });
    return isOurs ? { received: true } : refuse(reply, 'malformed', 400);
  }
}
