import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import { isDatabaseAway, queriesOn } from '#platform/database.ts';
import type { CardDeclined, Payments, ProviderSubscription, Unavailable } from './payments.port.ts';
import { adopt } from './sandbox/adopt.ts';
import { providerId } from './sandbox/books.ts';
import { secondsOf } from './sandbox/customers.ts';
import { once } from './sandbox/keys.ts';
import type { RecordedSubscriptions } from './sandbox/recorded.ts';
import {
  canceling,
  changingCard,
  instant,
  reading,
  settingSeats,
  startingFor,
  type Work,
} from './sandbox/subscriptions.ts';
import type { SandboxTables, Tx } from './sandbox/tables.ts';
import { createSandboxWebhooks } from './sandbox/webhooks.ts';

const UNAVAILABLE: Unavailable = { ok: false, reason: 'unavailable' };
const CARD_DECLINED: CardDeclined = { ok: false, reason: 'card declined' };

export type SandboxOptions = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Subscriptions that our events have and the books may not: they are entered when somebody asks for them. */
  readonly recorded?: Pick<RecordedSubscriptions, 'byId'>;
};

/**
 * A payment provider of our own, for a program without keys: it behaves like the real one and moves no money.
 * Its books are in Postgres; a call is one transaction, so it has happened or it has not.
 */
export function createSandboxPayments({ pool, clock, recorded }: SandboxOptions): Payments {
  const db = queriesOn<SandboxTables>(pool);
  const webhooks = createSandboxWebhooks({ db, clock });

  const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
  const keyed = <Result>(call: string, input: Parameters<typeof once>[2], work: Work<Result>) =>
    inOne((tx) => once(tx, call, input, secondsOf(clock), () => work(tx, clock)));

  /** Before a call and not within its transaction, which would hold one connection and wait for another. */
  async function enter(subscriptionId: string): Promise<void> {
    if (!recorded) return;
    const isThere = db.selectFrom('sandbox.subscriptions').select('id').where('id', '=', subscriptionId);
    if (await isThere.executeTakeFirst()) return;
    const found = await recorded.byId(subscriptionId);
    if (found) await inOne((tx) => adopt(tx, clock, found));
  }

  async function known(id: string): Promise<ProviderSubscription> {
    const found = await inOne((tx) => reading(id)(tx, clock));
    if (!found) throw new Error(`the sandbox has no subscription ${id}`);
    return found;
  }

  return {
    provider: 'sandbox',

    // Does nothing twice by itself, so the key is not needed.
    ensureCustomer: (input) =>
      unlessAway(async () => ({ ok: true, customerId: await inOne((tx) => customerFor(tx, clock, input)) })),

    createSetupIntent: (input) =>
      unlessAway(async () => {
        const id = await keyed('createSetupIntent', input, settingUp(input.customerId));
        // Made anew for every answer: what is kept of a call holds no secret.
        const secret = createHmac('sha256', await webhooks.secret())
          .update(id)
          .digest('hex');
        return { ok: true, clientSecret: `${id}_secret_${secret}` };
      }),

    startSubscription: (input) =>
      unlessAway(async () => {
        const id = await keyed('startSubscription', input, startingFor(input));
        return id === null ? CARD_DECLINED : { ok: true, subscription: await known(id) };
      }),

    subscription: (id) =>
      unlessAway(async () => {
        await enter(id);
        return { ok: true, subscription: await inOne((tx) => reading(id)(tx, clock)) };
      }),

    setSeats: (input) =>
      unlessAway(async () => {
        await enter(input.subscriptionId);
        await keyed('setSeats', input, settingSeats(input));
        return { ok: true, subscription: await known(input.subscriptionId) };
      }),

    changeCard: (input) =>
      unlessAway(async () => {
        await enter(input.subscriptionId);
        const isTaken = await keyed('changeCard', input, changingCard(input));
        return isTaken ? { ok: true, subscription: await known(input.subscriptionId) } : CARD_DECLINED;
      }),

    cancel: (input) =>
      unlessAway(async () => {
        await enter(input.subscriptionId);
        const { canceledAt, refundCents } = await keyed('cancel', input, canceling(input.subscriptionId));
        return { ok: true, canceledAt: instant(canceledAt), refundCents };
      }),

    readWebhook: webhooks.read,
  };
}

/** One per company; name and email follow. */
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

function settingUp(customerId: string): Work<string> {
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

/** An outage of the database is one of this provider. */
async function unlessAway<T>(ask: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await ask();
  } catch (error) {
    if (isDatabaseAway(error)) return UNAVAILABLE;
    throw error;
  }
}
