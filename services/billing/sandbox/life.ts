import type { Cents } from '#contracts/money.ts';
import { monthsAfter, type Period } from '../prorations.ts';

/** The bill that waits for money, and how often it was asked for. Instants in seconds since 1970. */
export type UnpaidBill = {
  readonly invoiceId: string;
  readonly since: number;
  readonly cents: Cents;
  /** Payments that failed; 1 for the first. */
  readonly tries: number;
  readonly tryAgainAt: number;
};

/** A subscription as the provider has it. Instants in seconds since 1970. */
export type Life = {
  readonly id: string;
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
  readonly seats: number;
  /** Whether bills are paid with the card it has. */
  readonly cardPays: boolean;
  readonly createdAt: number;
  readonly trialEndsAt: number | null;
  /** The warning before its end is out. */
  readonly trialEndTold: boolean;
  /** Months are counted from here: the end of the trial, or the beginning where there was none. */
  readonly anchor: number;
  /** The current period ends so many months after the anchor; 0 in the one before it, as in a trial. */
  readonly months: number;
  /** Prorations that are on no bill yet; negative where the customer gets something back. */
  readonly pendingCents: Cents;
  /** What a bill could not use up; at least 0. */
  readonly creditCents: Cents;
  /** In `past_due` only. */
  readonly unpaid: UnpaidBill | null;
  /** In `canceled` only. */
  readonly canceledAt: number | null;
  readonly refundCents: Cents;
};

export type Invoice = {
  readonly id: string;
  readonly reason: 'month' | 'end';
  readonly period: Period;
  readonly cents: Cents;
};

/** What is written down of a step besides the subscription itself. `at` in seconds since 1970. */
export type Happening =
  | { readonly kind: 'billed'; readonly invoice: Invoice; readonly at: number }
  | {
      readonly kind: 'settled';
      readonly invoiceId: string;
      readonly as: 'paid' | 'void';
      readonly at: number;
    }
  | { readonly kind: 'charge'; readonly invoiceId: string; readonly cents: Cents; readonly at: number }
  | { readonly kind: 'refund'; readonly cents: Cents; readonly at: number }
  | { readonly kind: 'announced'; readonly type: EventType; readonly at: number };

/** Names of the real provider. */
export type EventType =
  | 'customer.subscription.created'
  | 'customer.subscription.trial_will_end'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type Step = { readonly life: Life; readonly happened: readonly Happening[] };

/** The month or the trial that runs; of a canceled one, the last. */
export function currentPeriod({ createdAt, anchor, months }: Life): Period {
  if (months === 0) return { start: createdAt, end: anchor };
  return { start: monthsAfter(anchor, months - 1), end: monthsAfter(anchor, months) };
}

export function announced(type: EventType, at: number): Happening {
  return { kind: 'announced', type, at };
}
