import type { SubscriptionStatus } from '#contracts/events/subscription.events.ts';
import type { DomainEvent, EventData } from '#contracts/events/vocabulary.ts';
import type { Decider } from '#platform/commands/command.ts';
import { accept, refuse } from '#platform/commands/decision.ts';

export type SubscriptionEvent = DomainEvent<
  | 'SubscriptionStarted'
  | 'SubscriptionStatusChanged'
  | 'SubscriptionSeatsChanged'
  | 'SubscriptionCardChanged'
  | 'SubscriptionPaymentFailed'
  | 'SubscriptionCanceled'
>;

export type SubscriptionState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'subscribed';
      readonly providerSubscriptionId: string;
      readonly status: SubscriptionStatus;
      readonly seats: number;
    };

export type SubscriptionCommand =
  | { readonly type: 'StartSubscription'; readonly start: EventData<'SubscriptionStarted'> }
  | { readonly type: 'CancelSubscription'; readonly at: string; readonly refundCents: number };

/** What the payment provider was asked for is recorded here; the provider itself is not called. */
export const subscriptionDecider: Decider<SubscriptionState, SubscriptionCommand, SubscriptionEvent> = {
  initial: { kind: 'none' },

  evolve: (state, event) => {
    if (event.type === 'SubscriptionStarted') {
      const { providerSubscriptionId, status, seats } = event.data;
      return { kind: 'subscribed', providerSubscriptionId, status, seats };
    }
    if (state.kind === 'none') return state;
    switch (event.type) {
      case 'SubscriptionStatusChanged':
        return { ...state, status: event.data.after };
      case 'SubscriptionSeatsChanged':
        return { ...state, seats: event.data.after };
      case 'SubscriptionCanceled':
        return { ...state, status: 'canceled' };
      case 'SubscriptionCardChanged':
      case 'SubscriptionPaymentFailed':
        return state;
    }
  },

  decide: (command, state) => {
    const runs = state.kind === 'subscribed' && state.status !== 'canceled';
    switch (command.type) {
      case 'StartSubscription': {
        if (!runs) return accept({ type: 'SubscriptionStarted', data: command.start });
        const same = state.providerSubscriptionId === command.start.providerSubscriptionId;
        return same ? accept() : refuse('alreadySubscribed');
      }
      case 'CancelSubscription': {
        if (!runs) return accept();
        const { at: canceledAt, refundCents } = command;
        return accept({ type: 'SubscriptionCanceled', data: { canceledAt, refundCents } });
      }
    }
  },
};
