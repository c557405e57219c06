import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '#platform/http/respond.ts';
import type { ReceiveWebhook } from './provider-events.postgres.ts';

/** Webhooks of the provider have some kilobytes. */
const MAX_BYTES = 1024 * 1024;

export type WebhookDeps = { readonly receive: ReceiveWebhook };

/**
 * Receives the webhooks of the payment provider. No browser calls it, so it checks no session and no origin and is
 * no endpoint of contracts (`infra/adr/0022-payments.md`). The signature is over the raw body, so nothing may parse
 * that before; the plugin limits this to the one route.
 */
export function webhookRoutes({ receive }: WebhookDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.post('/webhooks/stripe', { bodyLimit: MAX_BYTES }, answer);
  };

  async function answer({ body, headers }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const signature = headers['stripe-signature'];
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') return sendError(reply, 'malformed');
    const isOurs = await receive({ rawBody: body, signature });
    return isOurs ? { received: true } : sendError(reply, 'malformed');
  }
}
