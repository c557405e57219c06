/** The words of the payment provider. */
export const SUBSCRIPTION_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/**
 * A company with one of these may work. A late payment does not lock it out: the provider ends the subscription
 * when the payment never comes.
 */
export const ACTIVE_STATUSES = [
  'trialing',
  'active',
  'past_due',
] as const satisfies readonly SubscriptionStatus[];

/** Whether a company with that status of its subscription (null: none) may work. */
export function isActive(status: string | null): boolean {
  return (ACTIVE_STATUSES as readonly (string | null)[]).includes(status);
}
