import type { CommandContext } from '#platform/commands/command.ts';
import type { BillingLetters } from './billing-letters.ts';
import { type BillingOutcome, UNAVAILABLE } from './outcome.ts';
import type { ProviderSubscription } from './payments.port.ts';
import type { BeforeRecording, SubscriptionCommands } from './subscription.commands.ts';

export type FollowDeps = {
  readonly subscriptions: Pick<SubscriptionCommands, 'record'>;
  readonly letters: BillingLetters;
};

/** Makes ours what the provider says now, and tells the super employee what concerns him. */
export function createFollow({ subscriptions, letters }: FollowDeps) {
  /** Right before the facts are stored: cut short in between, the same mail is posted again, which is none. */
  const announce =
    (companyId: string, { id, unpaid }: ProviderSubscription): BeforeRecording =>
    async (events) => {
      for (const event of events) {
        if (event.type === 'SubscriptionPaymentFailed' && unpaid) {
          await letters.paymentFailed(companyId, unpaid);
        }
        if (event.type === 'SubscriptionCanceled') {
          await letters.canceled(companyId, id, { ...event.data, because: 'payments failed' });
        }
      }
      return null;
    };

  return async (ctx: CommandContext, truth: ProviderSubscription): Promise<BillingOutcome> => {
    const command = { type: 'FollowProvider', truth } as const;
    const outcome = await subscriptions.record(ctx, command, announce(ctx.companyId, truth));
    // Somebody wrote first two hundred times; nothing else is refused.
    if (!outcome.ok) return UNAVAILABLE;
    return { ok: true, position: outcome.position, subscription: outcome.value };
  };
}

export type Follow = ReturnType<typeof createFollow>;
