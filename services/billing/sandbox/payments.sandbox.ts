import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import {
  CARD_DECLINED,
  type Payments,
  type ProviderSubscription,
  UNAVAILABLE,
  type Unavailable,
} from '../payments.port.ts';
import { backfill, type RecordedSubscriptions } from './backfill.ts';
import {
  cancelCall,
  changeCardCall,
  type InTransaction,
  instant,
  oncePerKey,
  readCall,
  receiptsOf,
  setSeatsCall,
  startCall,
} from './calls.ts';
import { fingerprintOf, providerId, secondsOf } from './ledger.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';
import { createSandboxWebhooks } from './webhooks.ts';

export type SandboxOptions = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Subscriptions that our events have and the ledger may not: added to the ledger by the first call about them. */
  readonly recorded?: Pick<RecordedSubscriptions, 'byId'>;
};

/**
 * A payment provider of our own, for a program without Stripe keys: it behaves like Stripe and moves no money. Its
 * ledger is in Postgres. A call is one transaction, so it is done completely or not at all.
 */
export function createSandboxPayments({ pool, clock, recorded }: SandboxOptions): Payments {
  const db = queriesOn<SandboxTables>(pool);
  const webhooks = createSandboxWebhooks({ db, clock });

  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
  const keyed = <Result>(
    call: string,
    input: Parameters<typeof oncePerKey>[2],
    work: InTransaction<Result>,
  ) => inTransaction((tx) => oncePerKey(tx, call, input, secondsOf(clock), () => work(tx, clock)));

  /** Runs before the transaction of a call: within it, one connection would be held while waiting for another. */
  async function backfillOnce(subscriptionId: string): Promise<void> {
    if (!recorded) return;
    const existing = db.selectFrom('sandbox.subscriptions').select('id').where('id', '=', subscriptionId);
    if (await existing.executeTakeFirst()) return;
    const found = await recorded.byId(subscriptionId);
    if (found) await inTransaction((tx) => backfill(tx, clock, found));
  }

  async function readKnown(id: string): Promise<ProviderSubscription> {
    const found = await inTransaction((tx) => readCall(id)(tx, clock));
    if (!found) throw new Error(`the sandbox has no subscription ${id}`);
    return found;
  }

  return {
    provider: 'sandbox',

    // Idempotent without the key: there is one customer per company.
    ensureCustomer: (input) =>
      unlessUnavailable(async () => ({
        ok: true,
        customerId: await inTransaction((tx) => customerFor(tx, clock, input)),
      })),

    createSetupIntent: (input) =>
      unlessUnavailable(async () => {
        const id = await keyed('createSetupIntent', input, setupCall(input.customerId));
        // Computed for every reply: the stored result of a call holds no secret.
        const secret = createHmac('sha256', await webhooks.secret())
          .update(id)
          .digest('hex');
        return { ok: true, clientSecret: `${id}_secret_${secret}` };
      }),

    cardFingerprint: (input) =>
      unlessUnavailable(async () => ({ ok: true, fingerprint: await fingerprintOf(db, input) })),

    startSubscription: (input) =>
      unlessUnavailable(async () => {
        const id = await keyed('startSubscription', input, startCall(input));
        return id === null ? CARD_DECLINED : { ok: true, subscription: await readKnown(id) };
      }),

    subscription: (id) =>
      unlessUnavailable(async () => {
        await backfillOnce(id);
        return { ok: true, subscription: await inTransaction((tx) => readCall(id)(tx, clock)) };
      }),

    receipts: (subscriptionId) =>
      unlessUnavailable(async () => ({ ok: true, receipts: await receiptsOf(db, subscriptionId) })),

    setSeats: (input) =>
      unlessUnavailable(async () => {
        await backfillOnce(input.subscriptionId);
        await keyed('setSeats', input, setSeatsCall(input));
        return { ok: true, subscription: await readKnown(input.subscriptionId) };
      }),

    changeCard: (input) =>
      unlessUnavailable(async () => {
        await backfillOnce(input.subscriptionId);
        const isAccepted = await keyed('changeCard', input, changeCardCall(input));
        return isAccepted ? { ok: true, subscription: await readKnown(input.subscriptionId) } : CARD_DECLINED;
      }),

    cancel: (input) =>
      unlessUnavailable(async () => {
        await backfillOnce(input.subscriptionId);
        const { canceledAt, refundCents } = await keyed('cancel', input, cancelCall(input.subscriptionId));
        return { ok: true, canceledAt: instant(canceledAt), refundCents };
      }),

    readWebhook: webhooks.read,
  };
}

/** One customer per company; name and email are updated. */
async function customerFor(
  tx: Tx,
  clock: Clock,
  { companyId, companyName, email }: Parameters<Payments['ensureCustomer']>[0],
): Promise<string> {
  const { id } = await tx
    .insertInto('sandbox.customers')
    .values({
      id: providerId('cus'),
      company_id: companyId,
      name: companyName,
      email,
      created_at: secondsOf(clock),
    })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ name: companyName, email }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function setupCall(customerId: string): InTransaction<string> {
  return async (tx, clock) => {
    const id = providerId('seti');
    const created_at = secondsOf(clock);
    await tx
      .insertInto('sandbox.setup_intents')
      .values({ id, customer_id: customerId, created_at })
      .execute();
    return id;
  };
}

/** An outage of the database is an outage of this provider. */
async function unlessUnavailable<T>(call: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await call();
  } catch (error) {
    if (isDatabaseAway(error)) return UNAVAILABLE;
    throw error;
  }
}
