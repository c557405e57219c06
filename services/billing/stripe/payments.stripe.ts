import Stripe from 'stripe';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import {
  CARD_DECLINED,
  type Payments,
  type ProviderEvent,
  type ProviderSubscription,
} from '../payments.port.ts';
import { cancelAndRefund } from './cancel-subscription.ts';
import { createCallStripe, createStripeClient, nullIfDeclined, type StripeAccess } from './client.ts';
import { attachCard, ensureStripeCustomer, fingerprintOf, payInvoice } from './customers.ts';
import {
  failedInvoice,
  idOf,
  type OurMetadata,
  type Prices,
  receiptsOf,
  retrieve,
  seatItem,
  toProviderSubscription,
} from './subscription.ts';

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

    cardFingerprint: ({ paymentMethodId }) =>
      callStripe(async () => ({ ok: true, fingerprint: await fingerprintOf(stripe, paymentMethodId) })),

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

    receipts: (subscriptionId) =>
      callStripe(async () => ({ ok: true, receipts: await receiptsOf(stripe, subscriptionId) })),

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

type Start = Parameters<Payments['startSubscription']>[0];

/** Starts a subscription and returns its id, or the id of the one that was started before; null when declined. */
async function startStripeSubscription(stripe: Stripe, prices: Prices, start: Start): Promise<string | null> {
  const earlier = await earlierSubscription(stripe, start);
  if (earlier !== null) return earlier;
  const card = await attachCard(stripe, start);
  if (card === null) return null;
  const metadata = { companyId: start.companyId, startKey: start.key } satisfies OurMetadata;
  const created = await nullIfDeclined(() =>
    stripe.subscriptions.create(
      {
        customer: start.customerId,
        default_payment_method: card,
        items: [
          { price: prices.priceBase, quantity: 1 },
          { price: prices.priceSeat, quantity: start.seats },
        ],
        metadata,
        // Prorates by price and quantity of the item, which a person can check by hand.
        billing_mode: { type: 'classic' },
        payment_settings: { save_default_payment_method: 'on_subscription' },
        ...(start.trialDays === 0
          ? { payment_behavior: 'error_if_incomplete' }
          : {
              trial_period_days: start.trialDays,
              trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
            }),
      },
      { idempotencyKey: `${start.key}:start` },
    ),
  );
  return created?.id ?? null;
}

const ENDED = new Set<string>(['canceled', 'incomplete_expired']);

/** The subscription that this key started, even if it has ended, or else a running one. */
async function earlierSubscription(stripe: Stripe, { customerId, key }: Start): Promise<string | null> {
  let running: string | null = null;
  for await (const each of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
    if ((each.metadata as OurMetadata).startKey === key) return each.id;
    if (!ENDED.has(each.status)) running = each.id;
  }
  return running;
}

const TOLERANCE_SECONDS = 300;

/** Null when the signature does not match this body or is older than five minutes. */
function readStripeWebhook(
  stripe: Stripe,
  { secret, now }: { secret: string; now: Date },
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
): ProviderEvent | null {
  if (signature === undefined) return null;
  try {
    const { webhooks } = stripe;
    const time = now.getTime();
    const event = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, time);
    return {
      id: event.id,
      type: event.type,
      at: new Date(event.created * 1000).toISOString(),
      ...subscriptionOf(event.data.object),
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

type EventObject = {
  readonly object?: string;
  readonly id?: string;
  readonly metadata?: OurMetadata | null;
  readonly parent?: {
    readonly subscription_details?: {
      readonly subscription?: string | { readonly id: string };
      readonly metadata?: OurMetadata | null;
    } | null;
  } | null;
};

/** Subscriptions and their invoices name the subscription and the company; other objects concern neither. */
function subscriptionOf(object: EventObject): Pick<ProviderEvent, 'subscriptionId' | 'companyId'> {
  if (object.object === 'subscription') {
    return { subscriptionId: object.id ?? null, companyId: object.metadata?.companyId ?? null };
  }
  const details = object.object === 'invoice' ? object.parent?.subscription_details : undefined;
  if (!details?.subscription) return { subscriptionId: null, companyId: null };
  return { subscriptionId: idOf(details.subscription), companyId: details.metadata?.companyId ?? null };
}
