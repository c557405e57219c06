import type { ProviderSubscription } from '../payments.port.ts';
import type { Subscribed, SubscriptionEvent } from './subscription-state.ts';

/** The part of the provider's subscription that our events record, as of now. */
export type SubscriptionSnapshot = Pick<
  ProviderSubscription,
  'id' | 'status' | 'trialEndsAt' | 'nextBillingAt' | 'seats' | 'canceledAt' | 'unpaid'
>;

/**
 * The events that make our state equal to the snapshot. Only content counts, so a snapshot that is applied twice
 * gives no events. Neither does a snapshot of an earlier subscription.
 */
export function diffSubscription(
  snapshot: SubscriptionSnapshot,
  ours: Subscribed,
): readonly SubscriptionEvent[] {
  if (snapshot.id !== ours.providerSubscriptionId) return [];
  const events: SubscriptionEvent[] = [];
  const { unpaid } = snapshot;
  if (unpaid && !ours.unpaidBills.includes(unpaid.invoiceId)) {
    events.push({
      type: 'SubscriptionPaymentFailed',
      data: { invoiceId: unpaid.invoiceId, failedAt: unpaid.since },
    });
  }
  if (snapshot.status === 'canceled' && snapshot.canceledAt !== null) {
    // The provider canceled it because payments failed: there is nothing to refund.
    const { canceledAt } = snapshot;
    events.push({ type: 'SubscriptionCanceled', data: { canceledAt, refundCents: 0 } });
    return events;
  }
  const { status, trialEndsAt, nextBillingAt } = snapshot;
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
  if (snapshot.seats !== ours.seats) {
    events.push({ type: 'SubscriptionSeatsChanged', data: { before: ours.seats, after: snapshot.seats } });
  }
  return events;
}

/** Compares instants, not their spelling: with and without milliseconds. */
function isSameInstant(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Date.parse(one) === Date.parse(other);
}
