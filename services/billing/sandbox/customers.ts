import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { canBeAttached, pays } from './cards.ts';
import { providerId, recordsOf, type SubscriptionRecord, writeStep } from './ledger.ts';
import { advanceTo } from './renewals.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';

/** A customer whose subscriptions are advanced to `now`, and who is locked until the transaction ends. */
export type Customer = {
  readonly id: string;
  readonly companyId: string;
  /** The customer's own time, in seconds since 1970. */
  readonly now: number;
  /** All subscriptions, the oldest first. */
  readonly subscriptions: readonly SubscriptionRecord[];
};

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}

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
