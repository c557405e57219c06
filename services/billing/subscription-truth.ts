import type { ProviderSubscription } from './payments.port.ts';
import type { Subscribed, SubscriptionEvent } from './subscription-state.ts';

/** What we keep of what the provider says now. */
export type SubscriptionTruth = Pick<
  ProviderSubscription,
  'id' | 'status' | 'trialEndsAt' | 'nextBillingAt' | 'seats' | 'canceledAt' | 'unpaid'
>;

/**
 * The events that make the same of what we have. By content: told twice, or late and with what is true by now,
 * nothing follows. Of an older subscription nothing follows either.
 */
export function eventsToward(truth: SubscriptionTruth, ours: Subscribed): readonly SubscriptionEvent[] {
  if (truth.id !== ours.providerSubscriptionId) return [];
  const events: SubscriptionEvent[] = [];
  const { unpaid } = truth;
  if (unpaid && !ours.unpaidBills.includes(unpaid.invoiceId)) {
    events.push({
      type: 'SubscriptionPaymentFailed',
      data: { invoiceId: unpaid.invoiceId, failedAt: unpaid.since },
    });
  }
  if (truth.status === 'canceled' && truth.canceledAt !== null) {
    // Ended by the provider, for want of payment: there is nothing to refund.
    events.push({ type: 'SubscriptionCanceled', data: { canceledAt: truth.canceledAt, refundCents: 0 } });
    return events;
  }
  const { status, trialEndsAt, nextBillingAt } = truth;
  const isSame =
    status === ours.status &&
    isSameInstant(trialEndsAt, ours.trialEndsAt) &&
    isSameInstant(nextBillingAt, ours.nextBillingAt);
  if (!isSame) {
    events.push({
      type: 'SubscriptionStatusChanged',
      data: { before: ours.status, after: status, trialEndsAt, nextBillingAt },
    });
  }
  if (truth.seats !== ours.seats) {
    events.push({ type: 'SubscriptionSeatsChanged', data: { before: ours.seats, after: truth.seats } });
  }
  return events;
}

/** However they are written. */
function isSameInstant(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Date.parse(one) === Date.parse(other);
}
