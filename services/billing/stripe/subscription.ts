import type Stripe from 'stripe';
import type { SubscriptionStatus } from '#contracts/company-kinds.ts';
import type { ProviderSubscription } from '../payments.port.ts';
import { nullIfMissing } from './client.ts';

export type Prices = { readonly priceBase: string; readonly priceSeat: string };

/** Links a subscription to us: the company, and the key that started it. */
export type OurMetadata = { readonly companyId?: string; readonly startKey?: string };

/** The subscription with its newest invoice; null when Stripe has none with this id. */
export function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | null> {
  return nullIfMissing(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
}

export function seatItem(subscription: Stripe.Subscription, { priceSeat }: Prices): Stripe.SubscriptionItem {
  const item = subscription.items.data.find(({ price }) => price.id === priceSeat);
  if (!item) throw new Error(`subscription ${subscription.id} has no item for seats`);
  return item;
}

/** Null: the subscription is not ours; another product of the account may have made it. */
export function toProviderSubscription(
  subscription: Stripe.Subscription,
  prices: Prices,
): ProviderSubscription | null {
  const { companyId } = subscription.metadata as OurMetadata;
  if (companyId === undefined) return null;
  const status = statusOf(subscription.status);
  const seats = seatItem(subscription, prices);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    companyId,
    status,
    trialEndsAt: instant(subscription.trial_end),
    nextBillingAt: status === 'canceled' ? null : instant(seats.current_period_end),
    seats: seats.quantity ?? 0,
    canceledAt: instant(subscription.canceled_at),
    unpaid: status === 'past_due' || status === 'incomplete' ? unpaid(subscription) : null,
  };
}

/** The newest invoice if its payment was tried and failed. */
export function failedInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null {
  if (invoice === null || typeof invoice === 'string') return null;
  return invoice.status === 'open' && invoice.attempted ? invoice : null;
}

function unpaid(subscription: Stripe.Subscription): ProviderSubscription['unpaid'] {
  const invoice = failedInvoice(subscription);
  const since = invoice && instant(invoice.status_transitions.finalized_at ?? invoice.created);
  return invoice && since ? { invoiceId: invoice.id, since, cents: invoice.amount_remaining } : null;
}

/**
 * Our status for each of Stripe's. Account settings may lead to `unpaid` and `paused`: the subscription is not
 * active and the customer may still pay, as in `incomplete`.
 */
const STATUSES: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', 'incomplete'],
  ['unpaid', 'incomplete'],
  ['paused', 'incomplete'],
  ['incomplete_expired', 'canceled'],
]);

/** Throws for an unknown status instead of guessing. */
function statusOf(status: string): SubscriptionStatus {
  const known = STATUSES.get(status);
  if (known === undefined) throw new Error(`unknown status of a subscription at the provider: ${status}`);
  return known;
}

export function idOf(object: string | { readonly id: string }): string {
  return typeof object === 'string' ? object : object.id;
}

/** Seconds since 1970 as UTC ISO-8601. */
export function instant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
