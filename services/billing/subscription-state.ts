import type { SubscriptionStatus } from '#contracts/events/subscription.events.ts';
import type { DomainEvent } from '#contracts/events/vocabulary.ts';

export type SubscriptionEvent = DomainEvent<
  | 'SubscriptionStarted'
  | 'SubscriptionStatusChanged'
  | 'SubscriptionSeatsChanged'
  | 'SubscriptionCardChanged'
  | 'SubscriptionPaymentFailed'
  | 'SubscriptionCanceled'
>;

export type Subscribed = {
  readonly kind: 'subscribed';
  readonly provider: 'sandbox' | 'stripe';
  readonly providerSubscriptionId: string;
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: string | null;
  readonly nextBillingAt: string | null;
  readonly seats: number;
  /** The provider's id of the card; null for one that began before we kept it. */
  readonly card: string | null;
  /** Bills of this subscription whose payment failed. */
  readonly unpaidBills: readonly string[];
  /** Subscriptions that this one came after. */
  readonly former: readonly string[];
  /** Grows with every event. */
  readonly age: number;
};

export type SubscriptionState = { readonly kind: 'none' } | Subscribed;

/** The subscription that is not over yet; null when there is none. */
export function runningOf(state: SubscriptionState): Subscribed | null {
  return state.kind === 'subscribed' && state.status !== 'canceled' ? state : null;
}
