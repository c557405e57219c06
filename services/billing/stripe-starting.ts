import type Stripe from 'stripe';
import type { Payments } from './payments.port.ts';
import { attachCard } from './stripe-cards.ts';
import { unlessDeclined } from './stripe-outcomes.ts';
import type { OurMetadata, Prices } from './stripe-subscription.ts';

type Start = Parameters<Payments['startSubscription']>[0];

/** Begins a subscription and returns its id, or that of the one that was begun; null when the card refused. */
export async function startStripeSubscription(
  stripe: Stripe,
  prices: Prices,
  start: Start,
): Promise<string | null> {
  const begun = await alreadyBegun(stripe, start);
  if (begun !== null) return begun;
  const card = await attachCard(stripe, start);
  if (card === null) return null;
  const metadata = { companyId: start.companyId, startKey: start.key } satisfies OurMetadata;
  const created = await unlessDeclined(() =>
    stripe.subscriptions.create(
      {
        customer: start.customerId,
        default_payment_method: card,
        items: [
          { price: prices.priceBase, quantity: 1 },
          { price: prices.priceSeat, quantity: start.seats },
        ],
        metadata,
        // Unused time is counted from price and quantity of the item, which people can check by hand.
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

const OVER = new Set<string>(['canceled', 'incomplete_expired']);

/** The one that this key began, even if it ended since, or else one that runs. */
async function alreadyBegun(stripe: Stripe, { customerId, key }: Start): Promise<string | null> {
  let runs: string | null = null;
  for await (const each of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })) {
    if ((each.metadata as OurMetadata).startKey === key) return each.id;
    if (!OVER.has(each.status)) runs = each.id;
  }
  return runs;
}
