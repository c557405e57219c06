import type Stripe from 'stripe';
import type { SubscriptionStatus } from '#contracts/company-kinds.ts';
import type { ProviderSubscription, Receipt } from '../payments.port.ts';
import { all, nullIfMissing } from './client.ts';

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

/** The paid invoices of a subscription and the refunds that belong to it, the oldest first. */
export async function receiptsOf(stripe: Stripe, subscriptionId: string): Promise<Receipt[]> {
  const paid = { subscription: subscriptionId, status: 'paid', limit: 100 } as const;
  const invoices = await all(stripe.invoices.list({ ...paid, expand: ['data.payments'] }));
  const charged = invoices.filter(({ amount_paid }) => amount_paid > 0);
  const [first] = charged;
  if (!first?.customer) return [];
  const charges = await all(stripe.charges.list({ customer: idOf(first.customer), limit: 100 }));
  const chargeOf = (invoice: Stripe.Invoice) => charges.find((charge) => pays(charge, invoice));
  const ours = new Set(charged.map((invoice) => chargeOf(invoice)?.id));
  const receipts = await Promise.all(
    charged.map((invoice) => chargeReceipt(stripe, invoice, chargeOf(invoice))),
  );
  for (const charge of charges.filter(({ amount_refunded }) => amount_refunded > 0)) {
    for (const refund of await all(stripe.refunds.list({ charge: charge.id, limit: 100 }))) {
      const { subscription } = (refund.metadata ?? {}) as { readonly subscription?: string };
      const isOurs = subscription === undefined ? ours.has(charge.id) : subscription === subscriptionId;
      if (isOurs && refund.status !== 'failed' && refund.status !== 'canceled') {
        receipts.push({ ...refundReceipt(refund), ...cardOf(charge) });
      }
    }
  }
  return receipts.sort((a, b) => Date.parse(a.paidAt) - Date.parse(b.paidAt));
}

function pays(charge: Stripe.Charge, { payments }: Stripe.Invoice): boolean {
  if (charge.status !== 'succeeded') return false;
  return (payments?.data ?? []).some(({ payment }) => {
    if (payment.charge) return idOf(payment.charge) === charge.id;
    if (!payment.payment_intent || !charge.payment_intent) return false;
    return idOf(payment.payment_intent) === idOf(charge.payment_intent);
  });
}

/** Stripe's reasons of the invoices of whole months; the last bill has another. */
const OF_A_MONTH = new Set<string | null>(['subscription_create', 'subscription_cycle']);

async function chargeReceipt(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  charge: Stripe.Charge | undefined,
): Promise<Receipt> {
  const isMonth = OF_A_MONTH.has(invoice.billing_reason);
  const lines = invoice.lines.has_more
    ? await all(stripe.invoices.listLineItems(invoice.id, { limit: 100 }))
    : invoice.lines.data;
  // Lines for changed seats end with the month before.
  const month = isMonth ? lines.map(({ period }) => period).sort((a, b) => b.end - a.end)[0] : undefined;
  return {
    receiptId: invoice.id,
    kind: isMonth ? 'month' : 'last bill',
    amountCents: invoice.amount_paid,
    currency: 'CAD',
    paidAt: toInstant(invoice.status_transitions.paid_at ?? invoice.created),
    periodStart: month ? toInstant(month.start) : null,
    periodEnd: month ? toInstant(month.end) : null,
    ...cardOf(charge),
  };
}

function refundReceipt({ id, amount, created }: Stripe.Refund): Omit<Receipt, 'cardBrand' | 'cardLast4'> {
  const paidAt = toInstant(created);
  const noMonth = { periodStart: null, periodEnd: null };
  return { receiptId: id, kind: 'refund', amountCents: amount, currency: 'CAD', paidAt, ...noMonth };
}

function cardOf(charge: Stripe.Charge | undefined): Pick<Receipt, 'cardBrand' | 'cardLast4'> {
  const card = charge?.payment_method_details?.card;
  return { cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null };
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
  return seconds === null ? null : toInstant(seconds);
}

function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
