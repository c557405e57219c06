import type Stripe from 'stripe';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { CARD_DECLINED, type Payments, type ProviderSubscription } from '../payments.port.ts';
import { cancelAndRefund } from './cancel-subscription.ts';
import { createCallStripe, createStripeClient, type StripeAccess } from './client.ts';
import { attachCard, ensureStripeCustomer, payInvoice } from './customers.ts';
import { startStripeSubscription } from './start-subscription.ts';
import { failedInvoice, type Prices, retrieve, seatItem, toProviderSubscription } from './subscription.ts';
import { readStripeWebhook } from './webhooks.ts';

export type StripeOptions = StripeAccess &
  Prices & { readonly webhookSecret: string; readonly clock: Clock; readonly log: Pick<Log, 'warn'> };

/**
 * Payments by Stripe. Load this file only where Stripe is configured: the package takes memory. A repeated key
 * gets the reply of the first call, so each method retrieves the current state after its call.
 */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = createStripeClient(options);
  const callStripe = createCallStripe(options.log);
  return {
    provider: 'stripe',

    ensureCustomer: (input) =>
      callStripe(async () => ({ ok: true, customerId: await ensureStripeCustomer(stripe, input) })),

    createSetupIntent: ({ customerId, key }) =>
      callStripe(async () => {
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
      callStripe(async () => {
        const id = await startStripeSubscription(stripe, options, input);
        return id === null
          ? CARD_DECLINED
          : { ok: true, subscription: await retrieveOurs(stripe, options, id) };
      }),

    subscription: (id) =>
      callStripe(async () => {
        const found = await retrieve(stripe, id);
        return { ok: true, subscription: found && toProviderSubscription(found, options) };
      }),

    setSeats: ({ subscriptionId, seats, key }) =>
      callStripe(async () => {
        const found = await retrieveKnown(stripe, subscriptionId);
        const item = seatItem(found, options);
        if (found.status !== 'canceled' && item.quantity !== seats) {
          await stripe.subscriptions.update(
            subscriptionId,
            { items: [{ id: item.id, quantity: seats }], proration_behavior: 'create_prorations' },
            { idempotencyKey: `${key}:seats` },
          );
        }
        return { ok: true, subscription: await retrieveOurs(stripe, options, subscriptionId) };
      }),

    changeCard: ({ customerId, subscriptionId, paymentMethodId, key }) =>
      callStripe(async () => {
        const found = await retrieveKnown(stripe, subscriptionId);
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
        return { ok: true, subscription: await retrieveOurs(stripe, options, subscriptionId) };
      }),

    cancel: ({ subscriptionId }) =>
      callStripe(async () => {
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

async function retrieveKnown(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await retrieve(stripe, id);
  if (!found) throw new Error(`Stripe has no subscription ${id}`);
  return found;
}

async function retrieveOurs(stripe: Stripe, prices: Prices, id: string): Promise<ProviderSubscription> {
  const found = toProviderSubscription(await retrieveKnown(stripe, id), prices);
  if (!found) throw new Error(`subscription ${id} names no company of ours`);
  return found;
}
