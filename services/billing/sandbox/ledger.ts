import type { Kysely, Selectable } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { SandboxEvent, SandboxSubscription, Step } from './sandbox-subscription.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';
import { advanceTo, dueAt } from './subscription-steps.ts';

/** A new id in the format of the real provider. */
export function providerId(prefix: string): string {
  return `${prefix}_${newId().replaceAll('-', '')}`;
}

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/** A customer whose subscriptions are advanced to `now`, and who is locked until the transaction ends. */
type Customer = {
  readonly id: string;
  readonly companyId: string;
  /** The customer's own time, in seconds since 1970. */
  readonly now: number;
  /** All subscriptions, the oldest first. */
  readonly subscriptions: readonly SubscriptionRecord[];
};

/**
 * Locks the customer for this transaction and first makes every change that is due by now, so that no call comes
 * before it. Throws for an unknown customer.
 */
export async function lockCustomer(tx: Tx, clock: Clock, id: string): Promise<Customer> {
  const row = await tx
    .selectFrom('sandbox.customers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`the sandbox has no customer ${id}`);
  // Read after the wait for the row: transactions must see time in the order in which they get the lock.
  const now = secondsOf(clock) + row.ahead_seconds;
  const subscriptions: SubscriptionRecord[] = [];
  for (const record of await recordsOf(tx, id)) {
    const step = advanceTo(record.subscription, now);
    if (step.subscription !== record.subscription) await writeStep(tx, record, step);
    subscriptions.push({ ...record, subscription: step.subscription });
  }
  return { id, companyId: row.company_id, now, subscriptions };
}

/** Null: the card is unknown, declined or another customer's. */
export async function attachCard(
  tx: Tx,
  { id: customerId, now }: Customer,
  paymentMethodId: string,
): Promise<{ paymentMethodId: string; cardPays: boolean } | null> {
  const known = await tx
    .selectFrom('sandbox.payment_methods')
    .select(['customer_id', 'card'])
    .where('id', '=', paymentMethodId)
    .executeTakeFirst();
  if (known) return known.customer_id === customerId ? { paymentMethodId, cardPays: pays(known.card) } : null;
  if (!canBeAttached(paymentMethodId)) return null;
  const id = providerId('pm');
  await tx
    .insertInto('sandbox.payment_methods')
    .values({ id, customer_id: customerId, card: paymentMethodId, attached_at: now })
    .execute();
  return { paymentMethodId: id, cardPays: pays(paymentMethodId) };
}

/** Deletes everything about a company; false when there was nothing. */
export function deleteCompany(db: Kysely<SandboxTables>, companyId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('sandbox.customers')
      .select('id')
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return false;
    const subscriptions = tx
      .selectFrom('sandbox.subscriptions')
      .select('id')
      .where('customer_id', '=', customer.id);
    await tx.deleteFrom('sandbox.movements').where('subscription_id', 'in', subscriptions).execute();
    await tx.deleteFrom('sandbox.subscriptions').where('customer_id', '=', customer.id).execute();
    await tx.deleteFrom('sandbox.customers').where('id', '=', customer.id).execute();
    return true;
  });
}

/** A subscription with its customer, company and card. */
export type SubscriptionRecord = {
  readonly subscription: SandboxSubscription;
  readonly customerId: string;
  readonly companyId: string;
  readonly paymentMethodId: string;
};

type Row = Selectable<SandboxTables['sandbox.subscriptions']> & { card: string };

/** The subscriptions of a customer, the oldest first. */
export async function recordsOf(tx: Tx, customerId: string): Promise<SubscriptionRecord[]> {
  const rows = await tx
    .selectFrom('sandbox.subscriptions as s')
    .innerJoin('sandbox.payment_methods as p', 'p.id', 's.payment_method_id')
    .selectAll('s')
    .select('p.card')
    .where('s.customer_id', '=', customerId)
    .orderBy('s.created_at')
    .execute();
  return rows.map(recordFrom);
}

function recordFrom(row: Row): SubscriptionRecord {
  return {
    customerId: row.customer_id,
    companyId: row.company_id,
    paymentMethodId: row.payment_method_id,
    subscription: {
      id: row.id,
      status: row.status,
      seats: row.seats,
      cardPays: pays(row.card),
      createdAt: row.created_at,
      trialEndsAt: row.trial_ends_at,
      trialEndAnnounced: row.trial_end_told,
      anchor: row.anchor,
      months: row.months,
      pendingCents: row.pending_cents,
      creditCents: row.credit_cents,
      unpaid: row.unpaid,
      canceledAt: row.canceled_at,
      refundCents: row.refund_cents,
    },
  };
}

export type Owner = Omit<SubscriptionRecord, 'subscription'>;

/** Stores the subscription after a step, which may be new, and the events of the step. */
export async function writeStep(tx: Tx, owner: Owner, { subscription, events }: Step): Promise<void> {
  const changing = {
    payment_method_id: owner.paymentMethodId,
    status: subscription.status,
    seats: subscription.seats,
    trial_end_told: subscription.trialEndAnnounced,
    months: subscription.months,
    pending_cents: subscription.pendingCents,
    credit_cents: subscription.creditCents,
    unpaid: subscription.unpaid && JSON.stringify(subscription.unpaid),
    canceled_at: subscription.canceledAt,
    refund_cents: subscription.refundCents,
    due_at: dueAt(subscription),
  };
  await tx
    .insertInto('sandbox.subscriptions')
    .values({
      ...changing,
      id: subscription.id,
      customer_id: owner.customerId,
      company_id: owner.companyId,
      created_at: subscription.createdAt,
      trial_ends_at: subscription.trialEndsAt,
      anchor: subscription.anchor,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute();
  for (const event of events) await writeEvent(tx, owner, subscription.id, event);
}

async function writeEvent(tx: Tx, owner: Owner, subscription_id: string, event: SandboxEvent): Promise<void> {
  const { at } = event;
  switch (event.kind) {
    case 'invoice opened': {
      const { id, reason, period, cents } = event.invoice;
      const dates = { period_start: period.start, period_end: period.end, created_at: at };
      const row = { id, subscription_id, reason, cents, status: 'open', ...dates } as const;
      await tx.insertInto('sandbox.invoices').values(row).execute();
      return;
    }
    case 'invoice closed':
      await tx
        .updateTable('sandbox.invoices')
        .set({ status: event.as })
        .where('id', '=', event.invoiceId)
        .execute();
      return;
    case 'charge':
    case 'refund': {
      const { kind, cents } = event;
      const invoice_id = event.kind === 'charge' ? event.invoiceId : null;
      await tx
        .insertInto('sandbox.movements')
        .values({ subscription_id, invoice_id, kind, cents, at })
        .execute();
      return;
    }
    case 'webhook': {
      const { customerId: customer_id, companyId: company_id } = owner;
      const id = providerId('evt');
      await tx
        .insertInto('sandbox.events')
        .values({ id, type: event.type, company_id, customer_id, subscription_id, at })
        .execute();
      return;
    }
  }
}

/** A customer's own card, unless it is the one that all of them share. Null for an unknown or declined card. */
export async function fingerprintOf(
  db: Kysely<SandboxTables>,
  { customerId, paymentMethodId }: { readonly customerId: string; readonly paymentMethodId: string },
): Promise<string | null> {
  const known = await db
    .selectFrom('sandbox.payment_methods')
    .select(['customer_id', 'card'])
    .where('id', '=', paymentMethodId)
    .executeTakeFirst();
  const card = known?.card ?? paymentMethodId;
  if (!canBeAttached(card)) return null;
  return CARDS.get(card)?.isShared ? card : `${card} of ${known?.customer_id ?? customerId}`;
}

type TestCard = {
  readonly pays: boolean;
  readonly brand: string;
  readonly last4: string;
  /** The same piece of plastic in each company; any other test card is another one in each. */
  readonly isShared?: true;
};

/** The test cards by their names at the real provider, and whether they pay invoices. */
export const CARDS: ReadonlyMap<string, TestCard> = new Map([
  ['pm_card_visa', { pays: true, brand: 'visa', last4: '4242' }],
  ['pm_card_visa_debit', { pays: true, brand: 'visa', last4: '5556', isShared: true }],
  ['pm_card_mastercard', { pays: true, brand: 'mastercard', last4: '4444' }],
  ['pm_card_amex', { pays: true, brand: 'amex', last4: '8431' }],
  ['pm_card_chargeCustomerFail', { pays: false, brand: 'visa', last4: '0341' }],
]);

/** True for a card that can be attached to a customer. `pm_card_chargeDeclined` and unknown cards cannot. */
function canBeAttached(card: string): boolean {
  return CARDS.has(card);
}

function pays(card: string): boolean {
  return CARDS.get(card)?.pays ?? false;
}
