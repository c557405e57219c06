import type { Clock } from '#platform/clock.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId, newId } from '#platform/ids.ts';
import type { Follow } from './follow-provider.ts';
import type { BillingOutcome } from './outcome.ts';
import type { Payers } from './payers.port.ts';
import type { Payments } from './payments.port.ts';
import type { SubscriptionCommands } from './subscription.commands.ts';
import { runningOf, type SubscriptionState } from './subscription-state.ts';
import type { Turns } from './turns.ts';

/**
 * - `done`: what is true is recorded, or it is of an earlier subscription that is over.
 * - `unknown`: we have no such subscription, or the provider has none.
 * - `unavailable`: the provider does not answer; later.
 */
export type Kept = 'done' | 'unknown' | 'unavailable';

export type KeepInStepDeps = {
  readonly payments: Payments;
  readonly subscriptions: Pick<SubscriptionCommands, 'subscriptionOf'>;
  readonly payers: Pick<Payers, 'seatsOf'>;
  readonly turns: Turns;
  readonly follow: Follow;
  readonly clock: Clock;
};

export type KeepInStep = ReturnType<typeof createKeepInStep>;

/** What jobs do so that the provider and we know the same. All of it may be repeated at any time. */
export function createKeepInStep({ payments, subscriptions, payers, turns, follow, clock }: KeepInStepDeps) {
  /** Nobody commands this: what follows is decided by content, so every try may have an id of its own. */
  function context(companyId: string): CommandContext {
    const commandId = newId();
    const now = clock.now().toISOString();
    return { companyId, actorId: null, commandId, correlationId: commandId, origin: 'billing', now };
  }

  const keptOf = (outcome: BillingOutcome): Kept => (outcome.ok ? 'done' : 'unavailable');

  /** Completes first what was cut short: its own answer says more than the provider's state does. */
  const inTurn = (companyId: string, work: () => Promise<Kept>): Promise<Kept> =>
    turns.take(companyId, async () => {
      const rest = await turns.workOff(companyId);
      return rest && !rest.ok && rest.reason === 'unavailable' ? 'unavailable' : work();
    });

  return {
    /** Completes what was cut short, and nothing else. */
    complete: (companyId: string): Promise<Kept> => inTurn(companyId, async () => 'done'),

    /** Makes ours what the provider says of this subscription now. */
    followProvider: (companyId: string, subscriptionId: string): Promise<Kept> =>
      inTurn(companyId, async () => {
        const ours = await subscriptions.subscriptionOf(companyId);
        if (isOver(ours, subscriptionId)) return 'done';
        if (ours.kind === 'none' || ours.providerSubscriptionId !== subscriptionId) return 'unknown';
        const found = await payments.subscription(subscriptionId);
        if (!found.ok) return 'unavailable';
        if (!found.subscription) return 'unknown';
        return keptOf(await follow(context(companyId), found.subscription));
      }),

    /** Makes the provider count as many seats as there are employees. */
    followEmployees: (companyId: string): Promise<Kept> =>
      inTurn(companyId, async () => {
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
        // From the event that made them so many, and what we had recorded by then.
        const key = `seats-${derivedId(subscriptionId, since, seats, age)}`;
        const set = await payments.setSeats({ subscriptionId, seats, key });
        if (!set.ok) return 'unavailable';
        return keptOf(await follow(context(companyId), set.subscription));
      }),
  };
}

function isOver(ours: SubscriptionState, subscriptionId: string): boolean {
  if (ours.kind === 'none') return false;
  if (ours.former.includes(subscriptionId)) return true;
  return ours.providerSubscriptionId === subscriptionId && ours.status === 'canceled';
}
