import type pg from 'pg';
import { accepted } from '#contracts/result.ts';
import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { newId } from '#platform/ids.ts';
import type { BillingMail } from '../billing.mail.ts';
import { type Payments, UNAVAILABLE, type Unavailable } from '../payments.port.ts';
import type { ApplySnapshot, SubscriptionCommands } from '../subscription/subscription.commands.ts';
import type { SubscriptionCommand } from '../subscription/subscription.decider.ts';
import type { BillingOutcome, Intent, IntentRequest, Intents } from './intents.port.ts';

export type ExecuteIntentDeps = {
  readonly payments: Payments;
  readonly subscriptions: Pick<SubscriptionCommands, 'record'>;
  readonly intents: Pick<Intents, 'close' | 'postpone'>;
  readonly mail: Pick<BillingMail, 'welcome' | 'canceled' | 'receipts'>;
  readonly applySnapshot: ApplySnapshot;
};

type IntentOf<Kind extends IntentRequest['kind']> = Intent & {
  readonly request: Extract<IntentRequest, { kind: Kind }>;
};

/**
 * Sends the request of an intent to the provider, records the result, and closes the intent. Every step may be
 * repeated from the beginning, by this process or another one: the provider knows the key, the stream the
 * command, the outbox the mail. Call it under the company lock.
 */
export type ExecuteIntent = (intent: Intent) => Promise<BillingOutcome>;

export function createExecuteIntent(deps: ExecuteIntentDeps): ExecuteIntent {
  const { payments, subscriptions, intents, mail, applySnapshot } = deps;

  async function start(intent: IntentOf<'start'>): Promise<BillingOutcome> {
    const { companyId, command, request } = intent;
    const { customerId, paymentMethodId, seats, trialDays, replaces, isFirst } = request;
    const key = `start-${intent.id}`;
    const input = { companyId, customerId, paymentMethodId, seats, trialDays, key };
    const started = await payments.startSubscription(input);
    if (!started.ok) return failed(intent, started.code);
    const { id, status, trialEndsAt, nextBillingAt, seats: billedSeats } = started.subscription;
    const paid = await payments.receipts(id);
    if (!paid.ok) return failed(intent, paid.code);
    const recording: SubscriptionCommand = {
      type: 'StartSubscription',
      start: {
        provider: payments.provider,
        providerSubscriptionId: id,
        ...{ status, trialEndsAt, nextBillingAt, seats: billedSeats },
        providerPaymentMethodId: paymentMethodId,
      },
      receipts: paid.receipts,
      ...(replaces !== null && { replaces: { providerSubscriptionId: replaces, at: command.now } }),
    };
    return record(intent, recording, async () => {
      if (isFirst) await mail.welcome(companyId, { trialEndsAt });
    });
  }

  async function changeCard(intent: IntentOf<'change card'>): Promise<BillingOutcome> {
    const { subscriptionId, paymentMethodId, customerId } = intent.request;
    const key = `card-${intent.id}`;
    const changed = await payments.changeCard({ customerId, subscriptionId, paymentMethodId, key });
    if (!changed.ok) return failed(intent, changed.code);
    // The new card may have paid an open invoice. That is recorded first, so that the reply's position covers it.
    const ctx = { ...intent.command, commandId: newId() };
    const applied = await applySnapshot(ctx, changed.subscription);
    if (!applied.ok) return UNAVAILABLE;
    return record(intent, {
      type: 'ChangeCard',
      providerSubscriptionId: subscriptionId,
      providerPaymentMethodId: paymentMethodId,
    });
  }

  async function cancel(intent: IntentOf<'cancel'>): Promise<BillingOutcome> {
    const { subscriptionId } = intent.request;
    const canceled = await payments.cancel({ subscriptionId, key: `cancel-${intent.id}` });
    if (!canceled.ok) return failed(intent, canceled.code);
    const { canceledAt, refundCents } = canceled;
    const paid = await payments.receipts(subscriptionId);
    if (!paid.ok) return failed(intent, paid.code);
    const { receipts } = paid;
    const recording = { type: 'CancelSubscription', at: canceledAt, refundCents, receipts } as const;
    return record(intent, recording, () =>
      mail.canceled(intent.companyId, subscriptionId, { canceledAt, refundCents }),
    );
  }

  async function record(
    intent: Intent,
    recording: SubscriptionCommand,
    sendMail: () => Promise<void> = async () => {},
  ): Promise<BillingOutcome> {
    const outcome = await subscriptions.record(intent.command, recording, async (events) => {
      await sendMail();
      await mail.receipts(intent.companyId, events);
      return accepted();
    });
    if (outcome.ok) {
      await intents.close(intent, null);
      return { ok: true, position: outcome.position, subscription: outcome.value };
    }
    if (outcome.code !== 'conflict') {
      throw new Error(`the provider's result could not be recorded: ${outcome.code}`);
    }
    await intents.postpone(intent);
    return UNAVAILABLE;
  }

  async function failed(intent: Intent, code: 'card declined' | 'unavailable'): Promise<BillingOutcome> {
    if (code === 'unavailable') await intents.postpone(intent);
    else await intents.close(intent, code);
    return { ok: false, code };
  }

  function execute(intent: Intent): Promise<BillingOutcome> {
    switch (intent.request.kind) {
      case 'start':
        return start(intent as IntentOf<'start'>);
      case 'change card':
        return changeCard(intent as IntentOf<'change card'>);
      case 'cancel':
        return cancel(intent as IntentOf<'cancel'>);
    }
  }

  return async (intent) => {
    try {
      return await execute(intent);
    } catch (error) {
      // The intent stays open, because the provider may have done it. Every caller reports the error again.
      await intents.postpone(intent);
      throw error;
    }
  };
}

/** Each running call holds a database connection while the provider answers. */
const LIMITS = { running: 2, waiting: 200, waitMs: 10_000 };

/** Name of the advisory lock under which a company's payments change, or the company ends. */
export const billingLockOf = (companyId: string) => `billing ${companyId}`;

type CompanyLockDeps = {
  readonly pool: pg.Pool;
  readonly intents: Pick<Intents, 'openOf'>;
  readonly executeIntent: ExecuteIntent;
};

/**
 * Runs `work` while no other process changes the payments of this company. Completes an interrupted intent first,
 * because its own answer says more than the provider's state does; while the provider does not answer to that,
 * `work` does not run. The lock ends with the process that holds it.
 */
export type WithCompanyLock = <Value>(
  companyId: string,
  work: () => Promise<Value>,
) => Promise<Value | Unavailable>;

export function createWithCompanyLock({ pool, intents, executeIntent }: CompanyLockDeps): WithCompanyLock {
  const lock = createAdvisoryLock(pool, LIMITS);

  async function completeOpenIntent(companyId: string): Promise<BillingOutcome | null> {
    const intent = await intents.openOf(companyId);
    return intent && executeIntent(intent);
  }

  return (companyId, work) =>
    lock.hold(billingLockOf(companyId), async () => {
      const completed = await completeOpenIntent(companyId);
      if (completed && !completed.ok && completed.code === 'unavailable') return UNAVAILABLE;
      return work();
    });
}
