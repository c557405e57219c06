import type { Clock } from '#platform/clock.ts';
import { type Booked, book, bookedOf, providerId } from './books.ts';
import { attaches, pays } from './cards.ts';
import { liveUntil } from './renewals.ts';
import type { Tx } from './tables.ts';

/** A customer whose life is at `now` (his own time, seconds since 1970) and stays there until the transaction ends. */
export type Customer = {
  readonly id: string;
  readonly companyId: string;
  readonly now: number;
  /** All he ever had, the oldest first. */
  readonly subscriptions: readonly Booked[];
};

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/**
 * Takes the customer for this transaction alone and lets him live until now, so that no call comes before
 * what was due. Throws for one there is not.
 */
export async function holdCustomer(tx: Tx, clock: Clock, id: string): Promise<Customer> {
  const row = await tx
    .selectFrom('sandbox.customers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`the sandbox has no customer ${id}`);
  // Asked only after the wait for the row: whoever came later is not earlier.
  const now = secondsOf(clock) + row.ahead_seconds;
  const subscriptions: Booked[] = [];
  for (const booked of await bookedOf(tx, id)) {
    const step = liveUntil(booked.life, now);
    if (step.life !== booked.life) await book(tx, booked, step);
    subscriptions.push({ ...booked, life: step.life });
  }
  return { id, companyId: row.company_id, now, subscriptions };
}

/** Null: no card that this customer may use. */
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
  if (!attaches(paymentMethodId)) return null;
  const id = providerId('pm');
  await tx
    .insertInto('sandbox.payment_methods')
    .values({ id, customer_id: customerId, card: paymentMethodId, attached_at: now })
    .execute();
  return { paymentMethodId: id, cardPays: pays(paymentMethodId) };
}
