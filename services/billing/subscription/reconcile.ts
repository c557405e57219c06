import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId, newId } from '#platform/ids.ts';
import type { WithCompanyLock } from '../intents/execute-intent.ts';
import type { Payments, ProviderSubscription } from '../payments.port.ts';
import type { Payers } from './payers.fold.ts';
import type { ApplySnapshot, SubscriptionCommands } from './subscription.commands.ts';
import { runningOf, type SubscriptionState } from './subscription.decider.ts';

/**
 * - `done`: our state equals the provider's, or the subscription is an earlier one that has ended.
 * - `unknown`: we have no such subscription, or the provider has none.
 * - `unavailable`: the provider does not answer; try again later.
 */
export type Reconciled = 'done' | 'unknown' | 'unavailable';

export type ReconciliationDeps = {
  readonly payments: Payments;
  readonly subscriptions: Pick<SubscriptionCommands, 'subscriptionOf'>;
  readonly payers: Pick<Payers, 'seatsOf'>;
  readonly withCompanyLock: WithCompanyLock;
  readonly applySnapshot: ApplySnapshot;
  readonly clock: Clock;
};

/** Makes our state and the provider's equal. Jobs call it; every call may be repeated at any time. */
export type Reconciliation = {
  /** Completes the interrupted intent of a company, if there is one. */
  completeOpenIntent(companyId: string): Promise<Reconciled>;
  /** Makes our subscription equal to the provider's. */
  reconcileSubscription(companyId: string, subscriptionId: string): Promise<Reconciled>;
  /** Makes the provider count as many seats as there are employees. */
  reconcileSeats(companyId: string): Promise<Reconciled>;
};

export function createReconciliation(deps: ReconciliationDeps): Reconciliation {
  const { payments, subscriptions, payers, withCompanyLock, applySnapshot, clock } = deps;

  /** No person gives this command. Its events depend on content alone, so every attempt may have a new id. */
  function context(companyId: string): CommandContext {
    const commandId = newId();
    const now = clock.now().toISOString();
    return { companyId, actorId: null, commandId, correlationId: commandId, origin: 'billing', now };
  }

  async function locked(companyId: string, work: () => Promise<Reconciled>): Promise<Reconciled> {
    const reconciled = await withCompanyLock(companyId, work);
    return typeof reconciled === 'string' ? reconciled : reconciled.code;
  }

  async function apply(companyId: string, snapshot: ProviderSubscription): Promise<Reconciled> {
    return (await applySnapshot(context(companyId), snapshot)).ok ? 'done' : 'unavailable';
  }

  return {
    // The lock completes it.
    completeOpenIntent: (companyId) => locked(companyId, async () => 'done'),

    reconcileSubscription: (companyId, subscriptionId) =>
      locked(companyId, async () => {
        const ours = await subscriptions.subscriptionOf(companyId);
        if (hasEnded(ours, subscriptionId)) return 'done';
        if (ours.kind === 'none' || ours.providerSubscriptionId !== subscriptionId) return 'unknown';
        const found = await payments.subscription(subscriptionId);
        if (!found.ok) return 'unavailable';
        return found.subscription ? apply(companyId, found.subscription) : 'unknown';
      }),

    reconcileSeats: (companyId) =>
      locked(companyId, async () => {
        const running = runningOf(await subscriptions.subscriptionOf(companyId));
        if (!running) return 'done';
        const { count, since } = await payers.seatsOf(companyId);
        const seats = Math.max(1, count);
        if (seats === running.seats) return 'done';
        if (running.provider !== payments.provider) return 'unknown';
        const { providerSubscriptionId: subscriptionId, age } = running;
        const found = await payments.subscription(subscriptionId);
        if (!found.ok) return 'unavailable';
        if (!found.subscription) return 'unknown';
        // Derived from the event that changed the number of seats and from what we had recorded by then.
        const key = `seats-${derivedId(subscriptionId, since, seats, age)}`;
        const set = await payments.setSeats({ subscriptionId, seats, key });
        return set.ok ? apply(companyId, set.subscription) : 'unavailable';
      }),
  };
}

function hasEnded(ours: SubscriptionState, subscriptionId: string): boolean {
  if (ours.kind === 'none') return false;
  if (ours.former.includes(subscriptionId)) return true;
  return ours.providerSubscriptionId === subscriptionId && ours.status === 'canceled';
}
