import { streams } from '#contracts/events/streams.ts';
import type { EventData } from '#contracts/events/vocabulary.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { BeforeAppend, CommandDeps } from '#platform/commands/command-handler.ts';
import { type SubscriptionCommand, subscriptionDecider } from './subscription.decider.ts';
import type { SubscriptionEvent, SubscriptionState } from './subscription-state.ts';

type Outcome = Promise<CommandOutcome<SubscriptionState>>;
export type BeforeRecording = BeforeAppend<SubscriptionEvent>;

/** Records what happened at the payment provider, without calling it. A command may be repeated with the same id. */
export type SubscriptionCommands = {
  /** Records a subscription that the payment provider has made. A new one may follow a canceled one. */
  startSubscription(ctx: CommandContext, input: EventData<'SubscriptionStarted'>): Outcome;
  record(ctx: CommandContext, command: SubscriptionCommand, beforeAppend?: BeforeRecording): Outcome;
  /** As of now. */
  subscriptionOf(companyId: string): Promise<SubscriptionState>;
  /** Takes effect at `ctx.now`; accepted without effect when nothing is subscribed. */
  cancelSubscription(ctx: CommandContext, input: { readonly refundCents: number }): Outcome;
};

export function createSubscriptionCommands({
  handle,
  streamCache,
}: Pick<CommandDeps, 'handle' | 'streamCache'>): SubscriptionCommands {
  const record: SubscriptionCommands['record'] = (ctx, command, beforeAppend) =>
    handle(ctx, streams.subscription(ctx.companyId), subscriptionDecider, command, beforeAppend);
  return {
    record,
    startSubscription: (ctx, start) => record(ctx, { type: 'StartSubscription', start }),
    cancelSubscription: (ctx, { refundCents }) =>
      record(ctx, { type: 'CancelSubscription', at: ctx.now, refundCents }),
    async subscriptionOf(companyId) {
      const events = await streamCache.load(streams.subscription(companyId));
      return events.reduce(subscriptionDecider.evolve, subscriptionDecider.initial);
    },
  };
}
