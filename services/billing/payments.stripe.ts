import type Stripe from 'stripe';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Payments, ProviderSubscription } from './payments.port.ts';
import { cancelAndRefund } from './stripe-canceling.ts';
import { attachCard, payInvoice } from './stripe-cards.ts';
import { createStripeClient, type StripeAccess } from './stripe-client.ts';
import { ensureStripeCustomer } from './stripe-customers.ts';
import { CARD_DECLINED, createAsk } from './stripe-outcomes.ts';
import { startStripeSubscription } from './stripe-starting.ts';
import { asOurs, failedInvoice, type Prices, retrieve, seatItem } from './stripe-subscription.ts';
import { readStripeWebhook } from './stripe-webhooks.ts';

export type StripeOptions = StripeAccess &
  Prices & { readonly webhookSecret: string; readonly clock: Clock; readonly log: Pick<Log, 'warn'> };

/**
 * Payments by Stripe. Load this file only where it is configured: the package takes memory. Replies to a key are
 * those of the first call, so what a call answers is asked for again after it.
 */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = createStripeClient(options);
  const ask = createAsk(options.log);
  return {
    provider: 'stripe',

    ensureCustomer: (input) =>
      ask(async () => ({ ok: true, customerId: await ensureStripeCustomer(stripe, input) })),

    createSetupIntent: ({ customerId, key }) =>
      ask(async () => {
        const { client_secret: clientSecret } = await stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          { idempotencyKey: `${key}:setup` },
        );
        if (clientSecret === null) throw new Error('a new setup intent came without its secret');
        return { ok: true, clientSecret };
      }),

    startSubscription: (input) =>
      ask(async () => {
        const id = await startStripeSubscription(stripe, options, input);
        return id === null ? CARD_DECLINED : { ok: true, subscription: await ours(stripe, options, id) };
      }),

    subscription: (id) =>
      ask(async () => {
        const found = await retrieve(stripe, id);
        return { ok: true, subscription: found && asOurs(found, options) };
      }),

    setSeats: ({ subscriptionId, seats, key }) =>
      ask(async () => {
        const found = await known(stripe, subscriptionId);
        const item = seatItem(found, options);
        if (found.status !== 'canceled' && item.quantity !== seats) {
          await stripe.subscriptions.update(
            subscriptionId,
            { items: [{ id: item.id, quantity: seats }], proration_behavior: 'create_prorations' },
            { idempotencyKey: `${key}:seats` },
          );
        }
        return { ok: true, subscription: await ours(stripe, options, subscriptionId) };
      }),

    changeCard: ({ customerId, subscriptionId, paymentMethodId, key }) =>
      ask(async () => {
        const found = await known(stripe, subscriptionId);
        if (found.status !== 'canceled') {
          const card = await attachCard(stripe, { paymentMethodId, customerId, key });
          if (card === null) return CARD_DECLINED;
          const unpaid = failedInvoice(found);
          const payment = { invoiceId: unpaid?.id ?? '', paymentMethodId: card, key };
          if (unpaid && !(await payInvoice(stripe, payment))) return CARD_DECLINED;
          await stripe.subscriptions.update(
            subscriptionId,
            { default_payment_method: card },
            { idempotencyKey: `${key}:default` },
          );
        }
        return { ok: true, subscription: await ours(stripe, options, subscriptionId) };
      }),

    cancel: ({ subscriptionId }) =>
      ask(async () => {
        const { canceledAt, refundCents } = await cancelAndRefund(stripe, subscriptionId);
        return { ok: true, canceledAt: new Date(canceledAt * 1000).toISOString(), refundCents };
      }),

    readWebhook: async (rawBody, signature) =>
      readStripeWebhook(
        stripe,
        { secret: options.webhookSecret, now: options.clock.now() },
        { rawBody, signature },
      ),
  };
}

async function known(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await retrieve(stripe, id);
  if (!found) throw new Error(`the provider has no subscription ${id}`);
  return found;
}

async function ours(stripe: Stripe, prices: Prices, id: string): Promise<ProviderSubscription> {
  const found = asOurs(await known(stripe, id), prices);
  if (!found) throw new Error(`subscription ${id} names no company of ours`);
  return found;
}
