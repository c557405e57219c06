import { streams } from '#contracts/events/streams.ts';
import type { EventData, StoredEvent } from '#contracts/events/vocabulary.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type BeforeAppend, createCommandHandler } from '#platform/commands/command-handler.ts';
import { createHistories } from '#platform/commands/histories.ts';
import type { EventStore } from '#platform/event-store/event-store.port.ts';
import { type SubscriptionCommand, subscriptionDecider } from './subscription.decider.ts';
import type { SubscriptionEvent, SubscriptionState } from './subscription-state.ts';

type Outcome = Promise<CommandOutcome<SubscriptionState>>;
export type BeforeRecording = BeforeAppend<SubscriptionEvent>;

/** Records what happened at the payment provider; calls nobody. Every command may be repeated with the same id. */
export type SubscriptionCommands = {
  /** A subscription the payment provider has made. A canceled one may be followed by a new one. */
  startSubscription(ctx: CommandContext, input: EventData<'SubscriptionStarted'>): Outcome;
  record(ctx: CommandContext, command: SubscriptionCommand, beforeAppend?: BeforeRecording): Outcome;
  /** As of now. */
  subscriptionOf(companyId: string): Promise<SubscriptionState>;
  /** Takes effect at `ctx.now`; no fault when nothing is subscribed. */
  cancelSubscription(ctx: CommandContext, input: { readonly refundCents: number }): Outcome;
};

export function createSubscriptionCommands({ store }: { store: EventStore }): SubscriptionCommands {
  const handle = createCommandHandler(store);
  const histories = createHistories(store);
  const record: SubscriptionCommands['record'] = (ctx, command, beforeAppend) =>
    handle(ctx, streams.subscription(ctx.companyId), subscriptionDecider, command, beforeAppend);
  return {
    record,
    startSubscription: (ctx, start) => record(ctx, { type: 'StartSubscription', start }),
    cancelSubscription: (ctx, { refundCents }) =>
      record(ctx, { type: 'CancelSubscription', at: ctx.now, refundCents }),
    async subscriptionOf(companyId) {
      // The stream's name says which events are in it.
      const events = (await histories.load(streams.subscription(companyId))) as readonly (StoredEvent &
        SubscriptionEvent)[];
      return events.reduce(subscriptionDecider.evolve, subscriptionDecider.initial);
    },
  };
}
