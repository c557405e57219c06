import type { CommandContext } from '#platform/commands/command.ts';
import { newId } from '#platform/ids.ts';
import type { CarryOut } from './carry-out.ts';
import type { CustomerOf } from './customers.postgres.ts';
import type { Follow } from './follow-provider.ts';
import type { Ask, Intents } from './intents.port.ts';
import { type BillingOutcome, type NotDone, UNAVAILABLE } from './outcome.ts';
import type { Payers } from './payers.port.ts';
import type { Payments } from './payments.port.ts';
import { TRIAL_DAYS } from './plan.ts';
import type { SubscriptionCommands } from './subscription.commands.ts';
import { runningOf, type Subscribed } from './subscription-state.ts';
import { payerDigest } from './trials.ts';
import type { Turns } from './turns.ts';

export type BillingCommandsDeps = {
  readonly payments: Payments;
  readonly subscriptions: SubscriptionCommands;
  readonly intents: Intents;
  readonly payers: Payers;
  readonly customerOf: CustomerOf;
  readonly turns: Turns;
  readonly carryOut: CarryOut;
  readonly follow: Follow;
};

/**
 * What people ask of the payment provider. Each may be repeated with the id of its command and is then done
 * once; a company's are done one after the other, over all processes. Who may ask is checked at the door.
 */
export type BillingCommands = {
  /** The secret is for the browser that asked: never stored, never logged. */
  createSetupIntent(
    ctx: CommandContext,
  ): Promise<{ readonly ok: true; readonly clientSecret: string } | NotDone>;
  /** Pays with this card from now on: subscribes, or changes the card of the subscription that runs. */
  saveSubscription(ctx: CommandContext, input: { readonly paymentMethodId: string }): Promise<BillingOutcome>;
  /** At once; no fault when it was canceled before. */
  cancelSubscription(ctx: CommandContext): Promise<BillingOutcome>;
};

export function createBillingCommands(deps: BillingCommandsDeps): BillingCommands {
  const { payments, subscriptions, intents, payers, customerOf, turns, carryOut, follow } = deps;

  const begin = async (ctx: CommandContext, ask: Ask): Promise<BillingOutcome> =>
    carryOut(await intents.open(ctx, ask));

  async function done(companyId: string, position = 0): Promise<BillingOutcome> {
    return { ok: true, position, subscription: await subscriptions.subscriptionOf(companyId) };
  }

  /** What this command came to when it was given before; null when it is new. */
  async function former(ctx: CommandContext): Promise<BillingOutcome | null> {
    const intent = await intents.find(ctx.commandId);
    if (!intent) return null;
    return intent.refusal === null ? done(ctx.companyId) : { ok: false, reason: intent.refusal };
  }

  /** One command of this company at a time, and not before the one that was cut short. */
  const inTurn = (ctx: CommandContext, work: () => Promise<BillingOutcome>): Promise<BillingOutcome> =>
    turns.take(ctx.companyId, async () => {
      const rest = await turns.workOff(ctx.companyId);
      if (rest && !rest.ok && rest.reason === 'unavailable') return rest;
      return (await former(ctx)) ?? work();
    });

  /** What runs by what the provider says now; `isKnown` is false for one that the provider has never heard of. */
  async function runningNow(
    ctx: CommandContext,
  ): Promise<{ readonly running: Subscribed | null; readonly isKnown: boolean } | NotDone> {
    const running = runningOf(await subscriptions.subscriptionOf(ctx.companyId));
    if (!running) return { running, isKnown: true };
    if (running.provider !== payments.provider) return { running, isKnown: false };
    const found = await payments.subscription(running.providerSubscriptionId);
    if (!found.ok) return UNAVAILABLE;
    if (!found.subscription) return { running, isKnown: false };
    const followed = await follow({ ...ctx, commandId: newId() }, found.subscription);
    if (!followed.ok) return followed;
    return { running: runningOf(followed.subscription), isKnown: true };
  }

  async function save(ctx: CommandContext, paymentMethodId: string): Promise<BillingOutcome> {
    const { companyId } = ctx;
    const payer = await payers.payerOf(companyId);
    if (!payer) return { ok: false, reason: 'no such company' };
    const now = await runningNow(ctx);
    if ('ok' in now) return now;
    const { running, isKnown } = now;
    if (running && isKnown && running.card === paymentMethodId && isPaid(running)) return done(companyId);
    const customer = await customerOf(companyId, payer);
    if (!customer.ok) return customer;
    const { customerId } = customer;
    if (running && isKnown) {
      const subscriptionId = running.providerSubscriptionId;
      return begin(ctx, { kind: 'change card', customerId, subscriptionId, paymentMethodId });
    }
    const isFirst = (await subscriptions.subscriptionOf(companyId)).kind === 'none';
    const digest = payerDigest(payer);
    const seats = Math.max(1, (await payers.seatsOf(companyId)).count);
    return begin(ctx, {
      kind: 'start',
      ...{ customerId, paymentMethodId, seats, isFirst },
      trialDays: isFirst && !(await intents.hadTrial(digest)) ? TRIAL_DAYS : 0,
      replaces: running?.providerSubscriptionId ?? null,
      payer: digest,
    });
  }

  async function cancel(ctx: CommandContext): Promise<BillingOutcome> {
    const { companyId } = ctx;
    if ((await subscriptions.subscriptionOf(companyId)).kind === 'none') {
      return { ok: false, reason: 'no subscription' };
    }
    const now = await runningNow(ctx);
    if ('ok' in now) return now;
    const { running, isKnown } = now;
    if (!running) return done(companyId);
    if (isKnown) return begin(ctx, { kind: 'cancel', subscriptionId: running.providerSubscriptionId });
    const outcome = await subscriptions.cancelSubscription(ctx, { refundCents: 0 });
    return outcome.ok ? done(companyId, outcome.position) : UNAVAILABLE;
  }

  return {
    async createSetupIntent(ctx) {
      const payer = await payers.payerOf(ctx.companyId);
      if (!payer) return { ok: false, reason: 'no such company' };
      const customer = await customerOf(ctx.companyId, payer);
      if (!customer.ok) return customer;
      return payments.createSetupIntent({
        customerId: customer.customerId,
        key: `card-form-${ctx.commandId}`,
      });
    },
    saveSubscription: (ctx, { paymentMethodId }) => inTurn(ctx, () => save(ctx, paymentMethodId)),
    cancelSubscription: (ctx) => inTurn(ctx, () => cancel(ctx)),
  };
}

/** A bill that waits is paid by giving the card again. */
function isPaid({ status }: Subscribed): boolean {
  return status === 'trialing' || status === 'active';
}
