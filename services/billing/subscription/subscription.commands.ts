import { streams } from '#contracts/events/streams.ts';
import type { EventData } from '#contracts/events/vocabulary.ts';
import { accepted } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { BeforeAppend, CommandDeps } from '#platform/commands/command-handler.ts';
import type { BillingMail } from '../billing.mail.ts';
import type { BillingOutcome } from '../intents/intents.port.ts';
import { type Payments, type ProviderSubscription, UNAVAILABLE } from '../payments.port.ts';
import {
  type SubscriptionCommand,
  type SubscriptionEvent,
  type SubscriptionState,
  subscriptionDecider,
} from './subscription.decider.ts';

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
  stateOf,
}: Pick<CommandDeps, 'handle' | 'stateOf'>): SubscriptionCommands {
  const record: SubscriptionCommands['record'] = (ctx, command, beforeAppend) =>
    handle(ctx, streams.subscription(ctx.companyId), subscriptionDecider, command, beforeAppend);
  return {
    record,
    startSubscription: (ctx, start) => record(ctx, { type: 'StartSubscription', start }),
    cancelSubscription: (ctx, { refundCents }) =>
      record(ctx, { type: 'CancelSubscription', at: ctx.now, refundCents }),
    subscriptionOf: (companyId) => stateOf(streams.subscription(companyId), subscriptionDecider.fold),
  };
}

type ApplySnapshotDeps = {
  readonly payments: Pick<Payments, 'receipts'>;
  readonly subscriptions: Pick<SubscriptionCommands, 'record'>;
  readonly mail: BillingMail;
};

/** Records what the provider's snapshot changes, and mails the super employee about payments and the end. */
export type ApplySnapshot = (ctx: CommandContext, snapshot: ProviderSubscription) => Promise<BillingOutcome>;

export function createApplySnapshot({ payments, subscriptions, mail }: ApplySnapshotDeps): ApplySnapshot {
  /** Runs right before the append. After an interruption the mail is posted again under its id, without effect. */
  const postMail =
    (companyId: string, { id, unpaid }: ProviderSubscription): BeforeRecording =>
    async (events) => {
      await mail.receipts(companyId, events);
      for (const event of events) {
        if (event.type === 'SubscriptionPaymentFailed' && unpaid) {
          await mail.paymentFailed(companyId, unpaid);
        }
        if (event.type === 'SubscriptionCanceled') {
          await mail.canceled(companyId, id, { ...event.data, because: 'payments failed' });
        }
      }
      return accepted();
    };

  return async (ctx, snapshot) => {
    const found = await payments.receipts(snapshot.id);
    if (!found.ok) return UNAVAILABLE;
    const command = { type: 'ApplySnapshot', snapshot, receipts: found.receipts } as const;
    const outcome = await subscriptions.record(ctx, command, postMail(ctx.companyId, snapshot));
    // The only possible rejection: other writers came first in every attempt to append.
    if (!outcome.ok) return UNAVAILABLE;
    return { ok: true, position: outcome.position, subscription: outcome.value };
  };
}
