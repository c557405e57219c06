import type { SubscriptionStatus } from '#contracts/events/subscription.events.ts';
import type { Cents } from '#contracts/money.ts';

/** The provider did not answer, or not in time. Maybe it did what was asked: call again with the same key. */
export type Unavailable = { readonly ok: false; readonly reason: 'unavailable' };

/** The card was refused, or the id names no card this customer may use. Nothing was charged, nothing begun. */
export type CardDeclined = { readonly ok: false; readonly reason: 'card declined' };

type Outcome<T, Refusal = never> = Promise<({ readonly ok: true } & Readonly<T>) | Refusal | Unavailable>;

/** What the provider says now. Instants are UTC ISO-8601 at whole seconds, as the provider counts them. */
export type ProviderSubscription = {
  readonly id: string;
  readonly customerId: string;
  /** As it was given when the subscription began. */
  readonly companyId: string;
  readonly status: SubscriptionStatus;
  /** When the trial ends or ended; null when there was none. */
  readonly trialEndsAt: string | null;
  /** End of the trial or of the month; null once canceled. */
  readonly nextBillingAt: string | null;
  readonly seats: number;
  readonly canceledAt: string | null;
  /** The bill whose payment failed and that is still open; null in every status but `past_due` and `incomplete`. */
  readonly unpaid: { readonly invoiceId: string; readonly since: string; readonly cents: Cents } | null;
};

/** Something happened at the provider. It says where to look; what is true is asked of `subscription`. */
export type ProviderEvent = {
  /** The same on every delivery. */
  readonly id: string;
  /** The provider's word for it, as `invoice.payment_failed`; new ones may come at any time. */
  readonly type: string;
  readonly at: string;
  /** Null: it concerns no subscription. */
  readonly subscriptionId: string | null;
  readonly companyId: string | null;
};

/**
 * The card payment provider. A monthly bill is the base fee and a fee per seat (`plan.ts`), paid in advance;
 * a change of seats is prorated by the second and settled with the next bill.
 *
 * `key` (1 to 100 visible ASCII characters) is derived from our command and never from a secret: a call that is
 * repeated with its key does nothing again and answers what is true now. The same key with another input is a
 * bug and throws, and so does whatever is neither a refusal of the card nor an outage. Calls that change the
 * same company are the caller's to put one after the other: two starts under different keys at the same moment
 * are two subscriptions.
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

  /** The secret is for the browser of this company only: never stored, never logged. */
  createSetupIntent(input: {
    readonly customerId: string;
    readonly key: string;
  }): Outcome<{ clientSecret: string }>;

  /**
   * Attaches the card and subscribes. Without a trial the first month is charged now, and a card that cannot
   * pay it is refused. Answers with the subscription that runs when one already does.
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

  /** Null: the provider knows none by this id, or it is not one of ours. */
  subscription(id: string): Outcome<{ subscription: ProviderSubscription | null }>;

  /** So many from now on. Changes nothing when there are as many or the subscription is canceled. */
  setSeats(input: {
    readonly subscriptionId: string;
    /** At least 1. */
    readonly seats: number;
    readonly key: string;
  }): Outcome<{ subscription: ProviderSubscription }>;

  /** A bill that is unpaid is paid with the new card first; where that is refused, the old card stays. */
  changeCard(input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly paymentMethodId: string;
    readonly key: string;
  }): Outcome<{ subscription: ProviderSubscription }, CardDeclined>;

  /**
   * Ends the subscription now. Time that was paid and is not used is refunded by the second, base fee and seats
   * each to the nearest cent, less what seats added since the last bill cost until now; where those cost more,
   * the rest is charged. An unpaid bill is dropped. Repeated, it answers what the first call did. `refundCents` is at least 0.
   */
  cancel(input: {
    readonly subscriptionId: string;
    readonly key: string;
  }): Outcome<{ canceledAt: string; refundCents: Cents }>;

  /**
   * Reads a delivery of the provider as it came over the wire. Null: not signed by the provider, changed on the
   * way, or signed more than five minutes ago.
   */
  readWebhook(rawBody: Buffer, signature: string | undefined): Promise<ProviderEvent | null>;
};
