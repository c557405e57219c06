import type { DomainEvent } from '#contracts/events/vocabulary.ts';
import type { SubscriptionStatus } from '#contracts/subscription-status.ts';

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
  /** The provider's id of the card; null for a subscription that started before the id was recorded. */
  readonly card: string | null;
  /** Invoices of this subscription whose payment failed. */
  readonly unpaidBills: readonly string[];
  /** Ids of the company's earlier subscriptions. */
  readonly former: readonly string[];
  /** Grows by one with every event; idempotency keys are derived from it. */
  readonly age: number;
};

export type SubscriptionState = { readonly kind: 'none' } | Subscribed;

/** The subscription that is not canceled; null when there is none. */
export function runningOf(state: SubscriptionState): Subscribed | null {
  return state.kind === 'subscribed' && state.status !== 'canceled' ? state : null;
}
