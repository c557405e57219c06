import { newId } from '#platform/ids.ts';
import type { BillingLetters } from './billing-letters.ts';
import type { Follow } from './follow-provider.ts';
import type { Ask, Intent, Intents } from './intents.port.ts';
import { type BillingOutcome, UNAVAILABLE } from './outcome.ts';
import type { Payments } from './payments.port.ts';
import type { SubscriptionCommands } from './subscription.commands.ts';
import type { SubscriptionCommand } from './subscription.decider.ts';

export type CarryOutDeps = {
  readonly payments: Payments;
  readonly subscriptions: Pick<SubscriptionCommands, 'record'>;
  readonly intents: Pick<Intents, 'settle' | 'postpone'>;
  readonly letters: BillingLetters;
  readonly follow: Follow;
};

type Of<Kind extends Ask['kind']> = Intent & { readonly ask: Extract<Ask, { kind: Kind }> };

/**
 * Asks the provider for what an intent says, records what came of it, and settles the intent. Every step may be
 * repeated, by this process or another one, from the beginning: the provider knows the key, the stream the
 * command, the outbox the mail. One at a time for a company.
 */
export function createCarryOut({ payments, subscriptions, intents, letters, follow }: CarryOutDeps) {
  async function start(intent: Of<'start'>): Promise<BillingOutcome> {
    const { companyId, command, ask } = intent;
    const { customerId, paymentMethodId, seats, trialDays, replaces, isFirst } = ask;
    const key = `start-${intent.id}`;
    const input = { companyId, customerId, paymentMethodId, seats, trialDays, key };
    const started = await payments.startSubscription(input);
    if (!started.ok) return notDone(intent, started.reason);
    const { id, status, trialEndsAt, nextBillingAt, seats: paid } = started.subscription;
    const recording: SubscriptionCommand = {
      type: 'StartSubscription',
      start: {
        provider: payments.provider,
        providerSubscriptionId: id,
        ...{ status, trialEndsAt, nextBillingAt, seats: paid },
        providerPaymentMethodId: paymentMethodId,
      },
      ...(replaces !== null && { replaces: { providerSubscriptionId: replaces, at: command.now } }),
    };
    return record(intent, recording, async () => {
      if (isFirst) await letters.welcome(companyId, { trialEndsAt });
    });
  }

  async function changeCard(intent: Of<'change card'>): Promise<BillingOutcome> {
    const { subscriptionId, paymentMethodId, customerId } = intent.ask;
    const key = `card-${intent.id}`;
    const changed = await payments.changeCard({ customerId, subscriptionId, paymentMethodId, key });
    if (!changed.ok) return notDone(intent, changed.reason);
    // First what the new card has changed: whoever reads the reply wants to see that.
    const told = { ...intent.command, commandId: newId() };
    const followed = await follow(told, changed.subscription);
    if (!followed.ok) return UNAVAILABLE;
    return record(intent, {
      type: 'ChangeCard',
      providerSubscriptionId: subscriptionId,
      providerPaymentMethodId: paymentMethodId,
    });
  }

  async function cancel(intent: Of<'cancel'>): Promise<BillingOutcome> {
    const { subscriptionId } = intent.ask;
    const canceled = await payments.cancel({ subscriptionId, key: `cancel-${intent.id}` });
    if (!canceled.ok) return notDone(intent, canceled.reason);
    const { canceledAt, refundCents } = canceled;
    const recording = { type: 'CancelSubscription', at: canceledAt, refundCents } as const;
    return record(intent, recording, () =>
      letters.canceled(intent.companyId, subscriptionId, { canceledAt, refundCents }),
    );
  }

  async function record(
    intent: Intent,
    recording: SubscriptionCommand,
    announce: () => Promise<void> = async () => {},
  ): Promise<BillingOutcome> {
    const outcome = await subscriptions.record(intent.command, recording, async () => {
      await announce();
      return null;
    });
    if (outcome.ok) {
      await intents.settle(intent, null);
      return { ok: true, position: outcome.position, subscription: outcome.value };
    }
    if (outcome.refusal !== 'conflict') {
      throw new Error(`what the provider did could not be recorded: ${outcome.refusal}`);
    }
    await intents.postpone(intent);
    return UNAVAILABLE;
  }

  async function notDone(intent: Intent, reason: 'card declined' | 'unavailable'): Promise<BillingOutcome> {
    if (reason === 'unavailable') await intents.postpone(intent);
    else await intents.settle(intent, reason);
    return { ok: false, reason };
  }

  function ask(intent: Intent): Promise<BillingOutcome> {
    switch (intent.ask.kind) {
      case 'start':
        return start(intent as Of<'start'>);
      case 'change card':
        return changeCard(intent as Of<'change card'>);
      case 'cancel':
        return cancel(intent as Of<'cancel'>);
    }
  }

  return async (intent: Intent): Promise<BillingOutcome> => {
    try {
      return await ask(intent);
    } catch (error) {
      // It stays open: maybe the provider did it. The error is told by whoever asked, and each time again.
      await intents.postpone(intent);
      throw error;
    }
  };
}

export type CarryOut = ReturnType<typeof createCarryOut>;
