/** A late payment does not lock a company out; the provider ends the subscription if it stays away. */
const ACTIVE: readonly (string | null)[] = ['trialing', 'active', 'past_due'];

/** Whether a company with that status of its subscription (null: none) may work. */
export function isActive(status: string | null): boolean {
  return ACTIVE.includes(status);
}
