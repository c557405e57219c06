import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { derivedId } from '#platform/ids.ts';
import type { Payments, ProviderSubscription, Receipt } from '../payments.port.ts';
import {
  attachCard,
  CARDS,
  lockCustomer,
  providerId,
  type SubscriptionRecord,
  secondsOf,
  writeStep,
} from './ledger.ts';
import { currentPeriod } from './sandbox-subscription.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';
import { cancel, changeCard, changeSeats, start } from './subscription-steps.ts';

type Input<Call extends 'startSubscription' | 'setSeats' | 'changeCard'> = Parameters<Payments[Call]>[0];

/** Runs in a transaction of its own that locks the customer. */
export type InTransaction<Result> = (tx: Tx, clock: Clock) => Promise<Result>;

/** Starts a subscription, or returns the id of the running one; null when the card is declined. */
export function startCall(input: Input<'startSubscription'>): InTransaction<string | null> {
  return async (tx, clock) => {
    const customer = await lockCustomer(tx, clock, input.customerId);
    if (customer.companyId !== input.companyId) throw new Error(`${customer.id} is another company's`);
    const running = customer.subscriptions.find(({ subscription }) => subscription.status !== 'canceled');
    if (running) return running.subscription.id;
    const card = await attachCard(tx, customer, input.paymentMethodId);
    const { seats, trialDays } = input;
    const step =
      card && start({ id: providerId('sub'), seats, trialDays, cardPays: card.cardPays }, customer.now);
    if (!card || !step) return null;
    const { paymentMethodId } = card;
    await writeStep(tx, { customerId: customer.id, companyId: input.companyId, paymentMethodId }, step);
    return step.subscription.id;
  };
}

export function setSeatsCall({ subscriptionId, seats }: Input<'setSeats'>): InTransaction<null> {
  return async (tx, clock) => {
    const { record, now } = await lockSubscription(tx, clock, subscriptionId);
    await writeStep(tx, record, changeSeats(record.subscription, seats, now));
    return null;
  };
}

/** False when the card is declined. */
export function changeCardCall(input: Input<'changeCard'>): InTransaction<boolean> {
  return async (tx, clock) => {
    const { record, customer, now } = await lockSubscription(tx, clock, input.subscriptionId);
    if (record.customerId !== input.customerId) {
      throw new Error(`${input.subscriptionId} is another customer's`);
    }
    if (record.subscription.status === 'canceled') return true;
    const card = await attachCard(tx, customer, input.paymentMethodId);
    const step = card && changeCard(record.subscription, card.cardPays, now);
    if (!card || !step) return false;
    await writeStep(tx, { ...record, paymentMethodId: card.paymentMethodId }, step);
    return true;
  };
}

export function cancelCall(
  subscriptionId: string,
): InTransaction<{ canceledAt: number; refundCents: number }> {
  return async (tx, clock) => {
    const { record, now } = await lockSubscription(tx, clock, subscriptionId);
    const step = cancel(record.subscription, now);
    await writeStep(tx, record, step);
    return { canceledAt: step.subscription.canceledAt ?? now, refundCents: step.subscription.refundCents };
  };
}

export function readCall(subscriptionId: string): InTransaction<ProviderSubscription | null> {
  return async (tx, clock) => {
    if ((await customerOf(tx, subscriptionId)) === undefined) return null;
    return toProviderSubscription((await lockSubscription(tx, clock, subscriptionId)).record);
  };
}

async function lockSubscription(tx: Tx, clock: Clock, subscriptionId: string) {
  const customerId = await customerOf(tx, subscriptionId);
  if (customerId === undefined) throw new Error(`the sandbox has no subscription ${subscriptionId}`);
  const customer = await lockCustomer(tx, clock, customerId);
  const record = customer.subscriptions.find(({ subscription }) => subscription.id === subscriptionId);
  if (!record) throw new Error(`${subscriptionId} was deleted in the meantime`);
  return { record, customer, now: customer.now };
}

async function customerOf(tx: Tx, subscriptionId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sandbox.subscriptions')
    .select('customer_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.customer_id;
}

function toProviderSubscription(record: SubscriptionRecord): ProviderSubscription {
  const { subscription, customerId, companyId } = record;
  const { id, status, seats, unpaid, trialEndsAt, canceledAt } = subscription;
  return {
    id,
    customerId,
    companyId,
    status,
    trialEndsAt: trialEndsAt === null ? null : instant(trialEndsAt),
    nextBillingAt: status === 'canceled' ? null : instant(currentPeriod(subscription).end),
    seats,
    canceledAt: canceledAt === null ? null : instant(canceledAt),
    unpaid: unpaid && { invoiceId: unpaid.invoiceId, since: instant(unpaid.since), cents: unpaid.cents },
  };
}

/** The charges and refunds of a subscription, the oldest first, with the card that it has now. */
export async function receiptsOf(db: Kysely<SandboxTables>, subscriptionId: string): Promise<Receipt[]> {
  const rows = await db
    .selectFrom('sandbox.movements as m')
    .innerJoin('sandbox.subscriptions as s', 's.id', 'm.subscription_id')
    .innerJoin('sandbox.payment_methods as p', 'p.id', 's.payment_method_id')
    .leftJoin('sandbox.invoices as i', 'i.id', 'm.invoice_id')
    .select(['m.kind', 'm.cents', 'm.at', 'p.card'])
    .select(['i.id as invoiceId', 'i.reason', 'i.period_start as start', 'i.period_end as end'])
    .where('m.subscription_id', '=', subscriptionId)
    .orderBy('m.id')
    .execute();
  return rows.map(({ kind, cents, at, card, invoiceId, reason, start, end }) => ({
    // There is one refund: that of the end.
    receiptId: invoiceId ?? `re_${derivedId(subscriptionId, kind).replaceAll('-', '')}`,
    kind: kind === 'refund' ? 'refund' : reason === 'end' ? 'last bill' : 'month',
    amountCents: cents,
    currency: 'CAD',
    paidAt: instant(at),
    periodStart: reason === 'month' && start !== null ? instant(start) : null,
    periodEnd: reason === 'month' && end !== null ? instant(end) : null,
    cardBrand: CARDS.get(card)?.brand ?? null,
    cardLast4: CARDS.get(card)?.last4 ?? null,
  }));
}

/** Seconds since 1970 as UTC ISO-8601. */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

type KeyedInput = Readonly<Record<string, string | number>> & { readonly key: string };

const KEY = /^[\x21-\x7e]{1,100}$/;
/** No call is repeated after that time. The real provider keeps keys for at least a day. */
const KEY_LIFETIME_SECONDS = 30 * 86_400;

/**
 * Runs `work` once for a key, in the given transaction; a repetition gets the result of the first call, and a
 * concurrent call waits for it. Results are stored: ids and amounts, nothing secret. Throws when the key was used
 * with another input.
 */
export async function oncePerKey<Result>(
  tx: Tx,
  call: string,
  { key, ...input }: KeyedInput,
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!KEY.test(key)) throw new Error('an idempotency key is 1 to 100 visible ASCII characters');
  const request = digest(input);
  const inserted = await tx
    .insertInto('sandbox.idempotency_keys')
    .values({ call, key, request, result: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const row = tx.selectFrom('sandbox.idempotency_keys').where('call', '=', call).where('key', '=', key);
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const earlier = await row.select(['request', 'result']).executeTakeFirstOrThrow();
    if (earlier.request !== request) throw new Error(`${call}: the key ${key} was used with another input`);
    return earlier.result as Result;
  }
  const result = await work();
  await tx
    .updateTable('sandbox.idempotency_keys')
    .set({ result: JSON.stringify(result) })
    .where('call', '=', call)
    .where('key', '=', key)
    .execute();
  return result;
}

export async function deleteOldKeys(db: Kysely<SandboxTables>, clock: Clock): Promise<void> {
  await db
    .deleteFrom('sandbox.idempotency_keys')
    .where('created_at', '<', secondsOf(clock) - KEY_LIFETIME_SECONDS)
    .execute();
}

function digest(input: Readonly<Record<string, string | number>>): string {
  const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
