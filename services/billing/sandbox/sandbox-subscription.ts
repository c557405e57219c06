import type { Cents } from '#contracts/money.ts';
import { addMonths } from '#platform/calendar.ts';

/** An invoice whose payment failed, and its retries. Instants in seconds since 1970. */
export type UnpaidBill = {
  readonly invoiceId: string;
  readonly since: number;
  readonly cents: Cents;
  /** Payments that failed; 1 for the first. */
  readonly tries: number;
  readonly tryAgainAt: number;
};

/** A subscription as the sandbox has it. Instants in seconds since 1970. */
export type SandboxSubscription = {
  readonly id: string;
  readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
  readonly seats: number;
  /** Whether invoices are paid with its card. */
  readonly cardPays: boolean;
  readonly createdAt: number;
  readonly trialEndsAt: number | null;
  /** Whether the webhook before the end of the trial was sent. */
  readonly trialEndAnnounced: boolean;
  /** Months are counted from here: the end of the trial, or the start when there was none. */
  readonly anchor: number;
  /** The current period ends so many months after the anchor; 0 in the period before it, as in a trial. */
  readonly months: number;
  /** Prorations that are on no invoice yet; negative when the customer gets something back. */
  readonly pendingCents: Cents;
  /** Credit that an invoice could not use up; at least 0. */
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

/** An effect of a step that the ledger stores besides the subscription. `at` in seconds since 1970. */
export type SandboxEvent =
  | { readonly kind: 'invoice opened'; readonly invoice: Invoice; readonly at: number }
  | {
      readonly kind: 'invoice closed';
      readonly invoiceId: string;
      readonly as: 'paid' | 'void';
      readonly at: number;
    }
  | { readonly kind: 'charge'; readonly invoiceId: string; readonly cents: Cents; readonly at: number }
  | { readonly kind: 'refund'; readonly cents: Cents; readonly at: number }
  | { readonly kind: 'webhook'; readonly type: WebhookType; readonly at: number };

/** Names of Stripe's events. */
export type WebhookType =
  | 'customer.subscription.created'
  | 'customer.subscription.trial_will_end'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed';

/** A change of a subscription, with its effects in order. */
export type Step = { readonly subscription: SandboxSubscription; readonly events: readonly SandboxEvent[] };

/** The current month or trial; of a canceled subscription, the last one. */
export function currentPeriod({ createdAt, anchor, months }: SandboxSubscription): Period {
  if (months === 0) return { start: createdAt, end: anchor };
  return { start: monthsAfter(anchor, months - 1), end: monthsAfter(anchor, months) };
}

export function webhook(type: WebhookType, at: number): SandboxEvent {
  return { kind: 'webhook', type, at };
}

/** Both in seconds since 1970; `end` is the first second of the next period. */
type Period = { readonly start: number; readonly end: number };

/**
 * The part of `cents` for the rest of the period after `at` (seconds since 1970), to the nearest cent, halves up:
 * cents × (end − at) / (end − start). All of it before the period, nothing after.
 * Source: "prorations are calculated to the second", Stripe's page on prorations.
 */
export function proratedCents(cents: Cents, { start, end }: Period, at: number): Cents {
  const left = Math.min(Math.max(end - at, 0), end - start);
  // Exact: a month has 2.7 million seconds, and that times an invoice of a billion cents is a safe integer.
  return Math.floor((2 * cents * left + (end - start)) / (2 * (end - start)));
}

/**
 * `months` after the anchor (seconds since 1970), in UTC at the same time of day. A month without that day gives
 * its last day. Each month is counted from the anchor: 31 January, 28 February, 31 March.
 */
export function monthsAfter(anchor: number, months: number): number {
  return addMonths(new Date(anchor * 1000), months).getTime() / 1000;
}
