import type { EventData } from '#contracts/events/vocabulary.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, refuse } from '#platform/commands/decision.ts';
import {
  runningOf,
  type Subscribed,
  type SubscriptionEvent,
  type SubscriptionState,
} from './subscription-state.ts';
import { eventsToward, type SubscriptionTruth } from './subscription-truth.ts';

export type SubscriptionCommand =
  | {
      readonly type: 'StartSubscription';
      readonly start: EventData<'SubscriptionStarted'>;
      /** A subscription that the provider does not know: it ends with this one. */
      readonly replaces?: { readonly providerSubscriptionId: string; readonly at: string };
    }
  /** The provider says so now. Of another subscription, or one that ended: nothing. */
  | { readonly type: 'FollowProvider'; readonly truth: SubscriptionTruth }
  | {
      readonly type: 'ChangeCard';
      readonly providerSubscriptionId: string;
      readonly providerPaymentMethodId: string;
    }
  | { readonly type: 'CancelSubscription'; readonly at: string; readonly refundCents: number };

/** What the payment provider was asked for, or says, is recorded here; the provider itself is not called. */
export const subscriptionDecider: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  initial: { kind: 'none' },

  evolve: (state, event) => {
    if (event.type === 'SubscriptionStarted') {
      const { providerPaymentMethodId: card = null, ...start } = event.data;
      const { former, age } = state.kind === 'none' ? { former: [], age: 0 } : afterThis(state);
      return { kind: 'subscribed', ...start, card, unpaidBills: [], former, age };
    }
    return state.kind === 'none' ? state : { ...changed(state, event), age: state.age + 1 };
  },

  decide: (command, state) => {
    const running = runningOf(state);
    switch (command.type) {
      case 'StartSubscription': {
        const started = { type: 'SubscriptionStarted', data: command.start } as const;
        if (!running) return accept(started);
        const { providerSubscriptionId: id } = running;
        if (id === command.start.providerSubscriptionId) return accept();
        if (id !== command.replaces?.providerSubscriptionId) return refuse('alreadySubscribed');
        return accept<SubscriptionEvent>(
          { type: 'SubscriptionCanceled', data: { canceledAt: command.replaces.at, refundCents: 0 } },
          started,
        );
      }
      case 'FollowProvider':
        return running ? accept(...eventsToward(command.truth, running)) : accept();
      case 'ChangeCard': {
        const { providerPaymentMethodId } = command;
        const isOurs = running?.providerSubscriptionId === command.providerSubscriptionId;
        return isOurs && running.card !== providerPaymentMethodId
          ? accept({ type: 'SubscriptionCardChanged', data: { providerPaymentMethodId } })
          : accept();
      }
      case 'CancelSubscription': {
        if (!running) return accept();
        const { at: canceledAt, refundCents } = command;
        return accept({ type: 'SubscriptionCanceled', data: { canceledAt, refundCents } });
      }
    }
  },
};

function afterThis({ former, providerSubscriptionId, age }: Subscribed): Pick<Subscribed, 'former' | 'age'> {
  return { former: [...former, providerSubscriptionId], age: age + 1 };
}

function changed(
  state: Subscribed,
  event: Exclude<SubscriptionEvent, { type: 'SubscriptionStarted' }>,
): Subscribed {
  switch (event.type) {
    case 'SubscriptionStatusChanged': {
      const { after: status, trialEndsAt, nextBillingAt } = event.data;
      return { ...state, status, trialEndsAt, nextBillingAt };
    }
    case 'SubscriptionSeatsChanged':
      return { ...state, seats: event.data.after };
    case 'SubscriptionCanceled':
      return { ...state, status: 'canceled', nextBillingAt: null };
    case 'SubscriptionCardChanged':
      return { ...state, card: event.data.providerPaymentMethodId };
    case 'SubscriptionPaymentFailed':
      return { ...state, unpaidBills: [...state.unpaidBills, event.data.invoiceId] };
  }
}
