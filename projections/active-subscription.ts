/** A late payment does not lock a company out; the provider ends the subscription if it stays away. */
export const ACTIVE_STATUSES = ['trialing', 'active', 'past_due'] as const;

/** Whether a company with that status of its subscription (null: none) may work. */
export function isActive(status: string | null): boolean {
  return (ACTIVE_STATUSES as readonly (string | null)[]).includes(status);
}
