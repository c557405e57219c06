import type { SubscriptionStatus } from '#contracts/company-kinds.ts';
import type { EventData } from '#contracts/events/vocabulary.ts';
import type { Cents } from '#contracts/money.ts';
import { type Rejected, rejected } from '#contracts/result.ts';

/** The provider did not answer in time. It may have done what was asked: call again with the same key. */
export type Unavailable = Rejected<'unavailable'>;
export const UNAVAILABLE: Unavailable = rejected('unavailable');

/** The card was declined, or the customer may not use it. Nothing was charged or started. */
export type CardDeclined = Rejected<'card declined'>;
export const CARD_DECLINED: CardDeclined = rejected('card declined');

type Outcome<T, Failure = never> = Promise<({ readonly ok: true } & Readonly<T>) | Failure | Unavailable>;

/** A subscription as the provider has it now. Instants are UTC ISO-8601 in whole seconds. */
export type ProviderSubscription = {
  readonly id: string;
  readonly customerId: string;
  /** As given when the subscription started. */
  readonly companyId: string;
  readonly status: SubscriptionStatus;
  /** When the trial ends or ended; null when there was none. */
  readonly trialEndsAt: string | null;
  /** End of the trial or of the month; null once canceled. */
  readonly nextBillingAt: string | null;
  readonly seats: number;
  readonly canceledAt: string | null;
  /** The open invoice whose payment failed; null in every status but `past_due` and `incomplete`. */
  readonly unpaid: { readonly invoiceId: string; readonly since: string; readonly cents: Cents } | null;
};

/** A charge that succeeded, or a refund. The provider's books change only by further receipts. */
export type Receipt = EventData<'SubscriptionReceiptIssued'>;

/** A webhook of the provider. It names the subscription that changed; `subscription` gives the current state. */
export type ProviderEvent = {
  /** The same on every delivery. */
  readonly id: string;
  /** The provider's name of the event, such as `invoice.payment_failed`; new ones may come at any time. */
  readonly type: string;
  readonly at: string;
  /** Null: the event concerns no subscription. */
  readonly subscriptionId: string | null;
  readonly companyId: string | null;
};

/**
 * The card payment provider. A monthly invoice is the base fee and a fee per seat (`plan.ts`), paid in advance.
 * A change of seats is prorated by the second and billed with the next invoice.
 *
 * `key` (1 to 100 visible ASCII characters) is derived from our command and never from a secret. A call that is
 * repeated with its key has no further effect and returns the current state. The same key with another input is a
 * bug and throws; so does every failure but a declined card and an outage. The caller runs the calls that change
 * one company one after the other: two starts under different keys at the same moment make two subscriptions.
 */
export type Payments = {
  readonly provider: 'sandbox' | 'stripe';

  /** One customer per company, whatever the key; name and email follow the last call. */
  ensureCustomer(input: {
    readonly companyId: string;
    readonly companyName: string;
    readonly email: string;
    readonly key: string;
  }): Outcome<{ customerId: string }>;

  /** The secret is only for a browser of this company: never stored, never logged. */
  createSetupIntent(input: {
    readonly customerId: string;
    readonly key: string;
  }): Outcome<{ clientSecret: string }>;

  /**
   * The same text for the same card, whichever customer gives it; it does not tell the number. Null for a card that
   * the provider does not know, or for another means of payment without one.
   */
  cardFingerprint(input: {
    readonly customerId: string;
    readonly paymentMethodId: string;
  }): Outcome<{ fingerprint: string | null }>;

  /**
   * Attaches the card and subscribes. Without a trial the first month is charged now, and a card that cannot
   * pay it is declined. Returns the running subscription when there is one already.
   */
  startSubscription(input: {
    readonly companyId: string;
    readonly customerId: string;
    readonly paymentMethodId: string;
    /** At least 1. */
    readonly seats: number;
    readonly trialDays: 7 | 0;
    readonly key: string;
  }): Outcome<{ subscription: ProviderSubscription }, CardDeclined>;

  /** Null: the provider has no subscription with this id, or another product made it. */
  subscription(id: string): Outcome<{ subscription: ProviderSubscription | null }>;

  /** Every charge and refund of the subscription so far, the oldest first. */
  receipts(subscriptionId: string): Outcome<{ receipts: readonly Receipt[] }>;

  /** Sets the number of seats from now on. No effect when it is the same or the subscription is canceled. */
  setSeats(input: {
    readonly subscriptionId: string;
    /** At least 1. */
    readonly seats: number;
    readonly key: string;
  }): Outcome<{ subscription: ProviderSubscription }>;

  /** An unpaid invoice is paid with the new card first; when that is declined, the old card stays. */
  changeCard(input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly paymentMethodId: string;
    readonly key: string;
  }): Outcome<{ subscription: ProviderSubscription }, CardDeclined>;

  /**
   * Ends the subscription now. Paid time that is not used is refunded by the second, base fee and seats each to
   * the nearest cent, less the cost until now of seats added since the last invoice. If those cost more, the
   * difference is charged. An unpaid invoice is voided. Repeated, it returns the result of the first call.
   * `refundCents` is at least 0.
   */
  cancel(input: {
    readonly subscriptionId: string;
    readonly key: string;
  }): Outcome<{ canceledAt: string; refundCents: Cents }>;

  /**
   * Verifies and reads the raw body of a webhook. Null: not signed by the provider, changed on the way, or signed
   * more than five minutes ago.
   */
  readWebhook(rawBody: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
};
