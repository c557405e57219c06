import type { CommandContext } from '#platform/commands/command.ts';
import type { Answer } from '#platform/http/call.ts';

/** The company of the registration, and its proven email. */
export type RegisteredPayer = {
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
};

/** The part of billing that the registration needs. The caller has checked the payer's ticket. */
export type RegistrationPayments = {
  config(): { publishableKey: string; provider: 'stripe' | 'sandbox' };
  /** `ctx` is that of the super employee. Refuses `somethingWentWrong` while the provider is away. */
  createSetupIntent(ctx: CommandContext, payer: RegisteredPayer): Promise<Answer<{ clientSecret: string }>>;
  /**
   * Subscribes, with a trial if this payer had none. A retry answers with the current state. Refuses
   * `saveSubscriptionRefused` for a declined card, `somethingWentWrong` while the provider is away.
   */
  saveSubscription(
    ctx: CommandContext,
    payer: RegisteredPayer & { readonly paymentMethodId: string },
  ): Promise<Answer<{ message: string; subscriptionIsActive: boolean }>>;
};
