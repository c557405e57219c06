import type { CommandContext } from '#platform/commands/command.ts';
import type { Answer } from '#platform/http/call.ts';

/** The company whose registration is paid for, and the email that was proven. */
export type RegisteredPayer = {
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
};

/** Billing, as far as the registration needs it. That the payer may pay is checked before. */
export type RegistrationPayments = {
  config(): { publishableKey: string; provider: 'stripe' | 'sandbox' };
  /** `ctx` is that of the super employee. Refuses `somethingWentWrong` while the provider is away. */
  createSetupIntent(ctx: CommandContext, payer: RegisteredPayer): Promise<Answer<{ clientSecret: string }>>;
  /**
   * Subscribes, with a trial if this payer had none; a repetition answers what is so. Refuses
   * `saveSubscriptionRefused` when the card is, `somethingWentWrong` while the provider is away.
   */
  saveSubscription(
    ctx: CommandContext,
    payer: RegisteredPayer & { readonly paymentMethodId: string },
  ): Promise<Answer<{ message: string; subscriptionIsActive: boolean }>>;
};
