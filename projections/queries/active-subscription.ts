import { ACTIVE_STATUSES } from '#contracts/subscription-status.ts';

/** Whether a company with that status of its subscription (null: none) may work. */
export function isActive(status: string | null): boolean {
  return (ACTIVE_STATUSES as readonly (string | null)[]).includes(status);
}
