import type { SubscriptionState } from './subscription-state.ts';

/**
 * - `card declined`: nothing was charged, nothing changed.
 * - `unavailable`: the provider does not answer. What was asked for is stored and will be completed.
 * - `no subscription`: there is nothing to cancel.
 * - `no such company`: it has ended, or nobody is in charge of it.
 */
export type NotDone = {
  readonly ok: false;
  readonly reason: 'card declined' | 'unavailable' | 'no subscription' | 'no such company';
};

export type Done = {
  readonly ok: true;
  /** Where a reader must have got to, to see it. */
  readonly position: number;
  readonly subscription: SubscriptionState;
};

export type BillingOutcome = Done | NotDone;

export const UNAVAILABLE: NotDone = { ok: false, reason: 'unavailable' };
