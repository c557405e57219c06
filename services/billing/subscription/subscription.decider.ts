import type { EventData } from '#contracts/events/vocabulary.ts';
import { accepted, rejected } from '#contracts/result.ts';
import type { Decider } from '#platform/commands/command.ts';
import { diffSubscription, type SubscriptionSnapshot } from './diff-subscription.ts';
import {
  runningOf,
  type Subscribed,
  type SubscriptionEvent,
  type SubscriptionState,
} from './subscription-state.ts';

export type SubscriptionCommand =
  | {
      readonly type: 'StartSubscription';
      readonly start: EventData<'SubscriptionStarted'>;
      /** A subscription that the provider does not know. It ends when this one starts. */
      readonly replaces?: { readonly providerSubscriptionId: string; readonly at: string };
    }
  /** Records what the provider's snapshot changes; nothing for another subscription or one that has ended. */
  | { readonly type: 'ApplySnapshot'; readonly snapshot: SubscriptionSnapshot }
  | {
      readonly type: 'ChangeCard';
      readonly providerSubscriptionId: string;
      readonly providerPaymentMethodId: string;
    }
  | { readonly type: 'CancelSubscription'; readonly at: string; readonly refundCents: number };

/** Records what happened at the payment provider. The provider itself is not called. */
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
        if (!running) return accepted([started]);
        const { providerSubscriptionId: id } = running;
        if (id === command.start.providerSubscriptionId) return accepted([]);
        if (id !== command.replaces?.providerSubscriptionId) return rejected('alreadySubscribed');
        return accepted([
          { type: 'SubscriptionCanceled', data: { canceledAt: command.replaces.at, refundCents: 0 } },
          started,
        ]);
      }
      case 'ApplySnapshot':
        return running ? accepted([...diffSubscription(command.snapshot, running)]) : accepted([]);
      case 'ChangeCard': {
        const { providerPaymentMethodId } = command;
        const isOurs = running?.providerSubscriptionId === command.providerSubscriptionId;
        return isOurs && running.card !== providerPaymentMethodId
          ? accepted([{ type: 'SubscriptionCardChanged', data: { providerPaymentMethodId } }])
          : accepted([]);
      }
      case 'CancelSubscription': {
        if (!running) return accepted([]);
        const { at: canceledAt, refundCents } = command;
        return accepted([{ type: 'SubscriptionCanceled', data: { canceledAt, refundCents } }]);
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
