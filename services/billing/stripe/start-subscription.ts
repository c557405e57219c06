import type Stripe from 'stripe';
import type { Payments } from '../payments.port.ts';
import { nullIfDeclined } from './client.ts';
import { attachCard } from './customers.ts';
import type { OurMetadata, Prices } from './subscription.ts';

type Start = Parameters<Payments['startSubscription']>[0];

/** Starts a subscription and returns its id, or the id of the one that was started before; null when declined. */
export async function startStripeSubscription(
  stripe: Stripe,
  prices: Prices,
  start: Start,
): Promise<string | null> {
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
