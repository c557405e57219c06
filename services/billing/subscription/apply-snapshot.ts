import { accepted } from '#contracts/result.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { BillingOutcome } from '../intents/outcome.ts';
import type { BillingMail } from '../mail/billing-mail.ts';
import { type ProviderSubscription, UNAVAILABLE } from '../payments.port.ts';
import type { BeforeRecording, SubscriptionCommands } from './subscription.commands.ts';

export type ApplySnapshotDeps = {
  readonly subscriptions: Pick<SubscriptionCommands, 'record'>;
  readonly mail: BillingMail;
};

/** Records what the provider's snapshot changes, and mails the super employee about failed payments and the end. */
export type ApplySnapshot = (ctx: CommandContext, snapshot: ProviderSubscription) => Promise<BillingOutcome>;

export function createApplySnapshot({ subscriptions, mail }: ApplySnapshotDeps): ApplySnapshot {
  /** Runs right before the append. After an interruption the mail is posted again under its id, without effect. */
  const postMail =
    (companyId: string, { id, unpaid }: ProviderSubscription): BeforeRecording =>
    async (events) => {
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
    const command = { type: 'ApplySnapshot', snapshot } as const;
    const outcome = await subscriptions.record(ctx, command, postMail(ctx.companyId, snapshot));
    // The only possible rejection: other writers came first in every attempt to append.
    if (!outcome.ok) return UNAVAILABLE;
    return { ok: true, position: outcome.position, subscription: outcome.value };
  };
}
