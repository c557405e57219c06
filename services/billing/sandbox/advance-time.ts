import type { EventStore } from '#platform/event-store/event-store.port.ts';
import type { Progress } from '#platform/http/read-your-writes.ts';
import { isTrialReminderDue } from '../billing.job.ts';
import type { BillingMail } from '../mail/billing-mail.ts';
import type { Reconciliation } from '../subscription/reconcile.ts';
import type { SubscriptionCommands } from '../subscription/subscription.commands.ts';
import type { Sandbox } from './sandbox.ts';

/** How long to wait for the read models. */
const CATCH_UP_TIMEOUT_MS = 5000;

export type AdvancingDeps = {
  readonly store: Pick<EventStore, 'head'>;
  readonly subscriptions: Pick<SubscriptionCommands, 'subscriptionOf'>;
  readonly billing: {
    readonly reconciliation: Pick<Reconciliation, 'reconcileSubscription' | 'reconcileSeats'>;
    readonly mail: Pick<BillingMail, 'trialEnds'>;
  };
  readonly progress: Pick<Progress, 'waitFor'>;
};

/**
 * Moves the time of a company's payments, together with what jobs would have done: the seats follow today's
 * employees first, and a trial that has two days left or less gets its reminder.
 */
export function advancing(
  sandbox: Pick<Sandbox, 'advance'>,
  { store, subscriptions, billing, progress }: AdvancingDeps,
) {
  const recorded = async (companyId: string) => {
    const ours = await subscriptions.subscriptionOf(companyId);
    return ours.kind === 'none' ? null : ours;
  };

  return async (companyId: string, seconds: number): Promise<string | null> => {
    await billing.reconciliation.reconcileSeats(companyId);
    const now = await sandbox.advance(companyId, seconds);
    const before = await recorded(companyId);
    if (now === null || before === null) return now;
    await billing.reconciliation.reconcileSubscription(companyId, before.providerSubscriptionId);
    const after = await recorded(companyId);
    if (after?.status === 'trialing' && after.trialEndsAt !== null) {
      const { providerSubscriptionId, trialEndsAt } = after;
      const isSoon = isTrialReminderDue(trialEndsAt, new Date(now));
      if (isSoon) await billing.mail.trialEnds(companyId, providerSubscriptionId, trialEndsAt);
    }
    await progress.waitFor(await store.head(), CATCH_UP_TIMEOUT_MS);
    return now;
  };
}
