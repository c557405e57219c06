import { TRIAL_DAYS } from '#contracts/plan.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import { newId } from '#platform/ids.ts';
import {
  cardRules,
  type Limited,
  type LimitRule,
  type Limits,
  type TooManyRequests,
} from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import type { EnsureCustomer } from './customers.postgres.ts';
import type { ExecuteIntent, WithCompanyLock } from './intents/execute-intent.ts';
import type { BillingFailure, BillingOutcome, IntentRequest, Intents } from './intents/intents.port.ts';
import { type Payments, type Receipt, UNAVAILABLE } from './payments.port.ts';
import type { Payers } from './subscription/payers.fold.ts';
import type { ApplySnapshot, SubscriptionCommands } from './subscription/subscription.commands.ts';
import { runningOf, type Subscribed } from './subscription/subscription.decider.ts';
import type { Trials } from './trials.ts';

export type BillingCommandsDeps = {
  readonly payments: Payments;
  readonly subscriptions: SubscriptionCommands;
  readonly intents: Intents;
  readonly payers: Payers;
  readonly ensureCustomer: EnsureCustomer;
  readonly withCompanyLock: WithCompanyLock;
  readonly executeIntent: ExecuteIntent;
  readonly applySnapshot: ApplySnapshot;
  readonly limits: Pick<Limits, 'look' | 'take' | 'giveBack'>;
  readonly trials: Pick<Trials, 'ofPayer' | 'ofCard' | 'claimOf'>;
};

/** The address of the client. Without one only the company is counted. */
type From = { readonly address?: string };

/**
 * The payment commands of people. A command that is repeated with its id is done once. Commands of a company run
 * one after the other, over all processes. The endpoints check the rights.
 */
export type BillingCommands = {
  /** The secret is for the browser that asked: never stored, never logged. */
  createSetupIntent(
    ctx: CommandContext,
    from?: From,
  ): Promise<{ readonly ok: true; readonly clientSecret: string } | BillingFailure | TooManyRequests>;
  /**
   * Pays with this card from now on: subscribes, or changes the card of the running subscription. Refused after too many
   * declined cards, before the provider is asked.
   */
  saveSubscription(
    ctx: CommandContext,
    input: From & { readonly paymentMethodId: string },
  ): Promise<BillingOutcome | TooManyRequests>;
  /** Takes effect at once; succeeds when it was canceled before. */
  cancelSubscription(ctx: CommandContext): Promise<BillingOutcome>;
  /** What the company paid and got back, the oldest first. */
  receiptsOf(companyId: string): Promise<readonly Receipt[]>;
};

export function createBillingCommands(deps: BillingCommandsDeps): BillingCommands {
  const { payments, subscriptions, intents, payers, ensureCustomer, withCompanyLock, limits, trials } = deps;

  const openAndExecute = async (ctx: CommandContext, request: IntentRequest): Promise<BillingOutcome> =>
    deps.executeIntent(await intents.open(ctx, request));

  async function succeeded(companyId: string, position = 0): Promise<BillingOutcome> {
    return { ok: true, position, subscription: await subscriptions.subscriptionOf(companyId) };
  }

  /** The outcome of this command when it was given before; null when it is new. */
  async function earlierOutcome(ctx: CommandContext): Promise<BillingOutcome | null> {
    const intent = await intents.find(ctx.commandId);
    if (!intent || intent.state === 'open') return null;
    return intent.declined === null ? succeeded(ctx.companyId) : rejected(intent.declined);
  }

  const oncePerCommand = <Refused = never>(
    ctx: CommandContext,
    work: () => Promise<BillingOutcome | Refused>,
  ): Promise<BillingOutcome | Refused> =>
    withCompanyLock(ctx.companyId, async () => (await earlierOutcome(ctx)) ?? work());

  /** The running subscription after reconciling it. `isKnown` is false when the provider does not have it. */
  async function reconciledSubscription(
    ctx: CommandContext,
  ): Promise<
    { readonly ok: true; readonly running: Subscribed | null; readonly isKnown: boolean } | BillingFailure
  > {
    const running = runningOf(await subscriptions.subscriptionOf(ctx.companyId));
    if (!running) return { ok: true, running, isKnown: true };
    if (running.provider !== payments.provider) return { ok: true, running, isKnown: false };
    const found = await payments.subscription(running.providerSubscriptionId);
    if (!found.ok) return found;
    if (!found.subscription) return { ok: true, running, isKnown: false };
    const applied = await deps.applySnapshot({ ...ctx, commandId: newId() }, found.subscription);
    if (!applied.ok) return applied;
    return { ok: true, running: runningOf(applied.subscription), isKnown: true };
  }

  async function save(ctx: CommandContext, paymentMethodId: string): Promise<BillingOutcome> {
    const { companyId } = ctx;
    const payer = await payers.payerOf(companyId);
    if (!payer) return rejected('no such company');
    const reconciled = await reconciledSubscription(ctx);
    if (!reconciled.ok) return reconciled;
    const { running, isKnown } = reconciled;
    if (running && isKnown && running.card === paymentMethodId && isPaid(running))
      return succeeded(companyId);
    const customer = await ensureCustomer(companyId, payer);
    if (!customer.ok) return customer;
    const { customerId } = customer;
    if (running && isKnown) {
      const subscriptionId = running.providerSubscriptionId;
      return openAndExecute(ctx, { kind: 'change card', customerId, subscriptionId, paymentMethodId });
    }
    const isFirst = (await subscriptions.subscriptionOf(companyId)).kind === 'none';
    const digest = trials.ofPayer(payer);
    const card = isFirst ? await payments.cardFingerprint({ customerId, paymentMethodId }) : null;
    if (card?.ok === false) return card;
    const had = [digest, ...(card?.fingerprint ? [trials.ofCard(payments.provider, card.fingerprint)] : [])];
    const seats = Math.max(1, (await payers.seatsOf(companyId)).count);
    return openAndExecute(ctx, {
      kind: 'start',
      ...{ customerId, paymentMethodId, seats, isFirst },
      trialDays: isFirst && (await intents.claimTrial(companyId, trials.claimOf(had))) ? TRIAL_DAYS : 0,
      replaces: running?.providerSubscriptionId ?? null,
      payer: digest.keyed,
    });
  }

  /**
   * Looks at the limits before it waits for the lock, and counts under it: a company that asks often for the same is not
   * refused, and cards that are tried at once do not pass the limit.
   */
  async function countDeclines(
    ctx: CommandContext,
    address: string | undefined,
    attempt: () => Promise<BillingOutcome>,
  ): Promise<BillingOutcome | TooManyRequests> {
    const earlier = await earlierOutcome(ctx);
    if (earlier) return earlier;
    const counted: Limited[] = [
      [cardRules.declines, ctx.companyId],
      ...ofNetworks(cardRules.declinesOfNetwork, address),
    ];
    const free = await limits.look(...counted);
    if (!free.ok) return free;
    return oncePerCommand(ctx, async () => {
      const taken = await limits.take(...counted);
      if (!taken.ok) return taken;
      let isDeclined = false;
      try {
        const outcome = await attempt();
        isDeclined = !outcome.ok && outcome.code === 'card declined';
        // Companies that begin to pay do not use up what their network may try.
        if (outcome.ok && (await intents.find(ctx.commandId))?.request.kind === 'start')
          await limits.giveBack(...ofNetworks(cardRules.setupsOfNetwork, address));
        return outcome;
      } finally {
        if (!isDeclined) await limits.giveBack(...counted);
      }
    });
  }

  async function cancel(ctx: CommandContext): Promise<BillingOutcome> {
    const { companyId } = ctx;
    if ((await subscriptions.subscriptionOf(companyId)).kind === 'none') return rejected('no subscription');
    const reconciled = await reconciledSubscription(ctx);
    if (!reconciled.ok) return reconciled;
    const { running, isKnown } = reconciled;
    if (!running) return succeeded(companyId);
    if (isKnown)
      return openAndExecute(ctx, { kind: 'cancel', subscriptionId: running.providerSubscriptionId });
    const outcome = await subscriptions.cancelSubscription(ctx, { refundCents: 0 });
    return outcome.ok ? succeeded(companyId, outcome.position) : UNAVAILABLE;
  }

  return {
    async createSetupIntent(ctx, { address } = {}) {
      const taken = await limits.take(
        [cardRules.setups, ctx.companyId],
        ...ofNetworks(cardRules.setupsOfNetwork, address),
      );
      if (!taken.ok) return taken;
      const payer = await payers.payerOf(ctx.companyId);
      if (!payer) return rejected('no such company');
      const customer = await ensureCustomer(ctx.companyId, payer);
      if (!customer.ok) return customer;
      const { customerId } = customer;
      return payments.createSetupIntent({ customerId, key: `card-form-${ctx.commandId}` });
    },
    saveSubscription: (ctx, { paymentMethodId, address }) =>
      countDeclines(ctx, address, () => save(ctx, paymentMethodId)),
    cancelSubscription: (ctx) => oncePerCommand(ctx, () => cancel(ctx)),
    async receiptsOf(companyId) {
      const ours = await subscriptions.subscriptionOf(companyId);
      return ours.kind === 'none' ? [] : ours.receipts;
    },
  };
}

function ofNetworks(rule: LimitRule, address: string | undefined): Limited[] {
  return address === undefined ? [] : byNetwork(rule, address);
}

/** When an invoice is unpaid, saving the same card again pays it. */
function isPaid({ status }: Subscribed): boolean {
  return status === 'trialing' || status === 'active';
}
