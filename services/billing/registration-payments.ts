import { type MessageCode, messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { PaymentsConfig } from '#platform/config.ts';
import { answer } from '#platform/http/call.ts';
import type { Billing } from './billing.ts';
import type { BillingFailure } from './intents/outcome.ts';

/** What a registration needs of billing, in the words of its replies. */
export function registrationPayments(billing: Billing, payments: PaymentsConfig) {
  return {
    config: () => ({
      publishableKey: payments.kind === 'stripe' ? payments.publishableKey : 'pk_sandbox',
      provider: billing.provider,
    }),
    async createSetupIntent(ctx: CommandContext) {
      const begun = await billing.createSetupIntent(ctx);
      return begun.ok ? answer({ clientSecret: begun.clientSecret }) : rejected(refusalOf(begun));
    },
    async saveSubscription(ctx: CommandContext, { paymentMethodId }: { readonly paymentMethodId: string }) {
      const saved = await billing.saveSubscription(ctx, { paymentMethodId });
      if (!saved.ok) return rejected(refusalOf(saved));
      const reply = { message: messages.registrationComplete, subscriptionIsActive: true };
      return { ok: true as const, reply, position: saved.position };
    },
  };
}

function refusalOf({ code }: BillingFailure): MessageCode {
  switch (code) {
    case 'unavailable':
      return 'somethingWentWrong';
    case 'card declined':
    case 'no subscription':
      return 'saveSubscriptionRefused';
    // The registration ended, or its registrant was removed, since the code was accepted.
    case 'no such company':
      return 'emailNotProven';
  }
}
