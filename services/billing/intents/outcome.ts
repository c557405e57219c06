import type { Rejected } from '#contracts/result.ts';
import type { SubscriptionState } from '../subscription/subscription-state.ts';

/**
 * - `card declined`: nothing was charged, nothing changed.
 * - `unavailable`: the provider does not answer. The request is stored and will be completed.
 * - `no subscription`: there is nothing to cancel.
 * - `no such company`: the company has ended or has no super employee.
 */
export type BillingFailure = Rejected<
  'card declined' | 'unavailable' | 'no subscription' | 'no such company'
>;

export type BillingSuccess = {
  readonly ok: true;
  /** Position that a read model must have reached to show the change. */
  readonly position: number;
  readonly subscription: SubscriptionState;
};

export type BillingOutcome = BillingSuccess | BillingFailure;
