import { Type } from 'typebox';

/** The words of the payment provider; `trialing`, `active` and `past_due` count as an active subscription. */
export const SUBSCRIPTION_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const status = Type.Enum([...SUBSCRIPTION_STATUSES]);
const instantOrNull = Type.Union([Type.String(), Type.Null()]);

export const SubscriptionStarted = Type.Object({
  provider: Type.Enum(['sandbox', 'stripe']),
  providerSubscriptionId: Type.String(),
  status,
  trialEndsAt: instantOrNull,
  nextBillingAt: instantOrNull,
  seats: Type.Integer(),
  /** The provider's id of the card that pays; not given where nobody gave one (imports, the demo). */
  providerPaymentMethodId: Type.Optional(Type.String()),
});
export const SubscriptionStatusChanged = Type.Object({
  before: status,
  after: status,
  trialEndsAt: instantOrNull,
  nextBillingAt: instantOrNull,
});
export const SubscriptionSeatsChanged = Type.Object({ before: Type.Integer(), after: Type.Integer() });
export const SubscriptionCardChanged = Type.Object({ providerPaymentMethodId: Type.String() });
export const SubscriptionPaymentFailed = Type.Object({ invoiceId: Type.String(), failedAt: Type.String() });
export const SubscriptionCanceled = Type.Object({ canceledAt: Type.String(), refundCents: Type.Integer() });

export const subscriptionEvents = {
  SubscriptionStarted,
  SubscriptionStatusChanged,
  SubscriptionSeatsChanged,
  SubscriptionCardChanged,
  SubscriptionPaymentFailed,
  SubscriptionCanceled,
} as const;
