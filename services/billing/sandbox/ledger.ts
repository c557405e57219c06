import type { Selectable } from 'kysely';
import { newId } from '#platform/ids.ts';
import { pays } from './cards.ts';
import { dueAt } from './renewals.ts';
import type { SandboxEvent, SandboxSubscription, Step } from './sandbox-subscription.ts';
import type { SandboxTables, Tx } from './sandbox-tables.ts';

/** A subscription with its customer, company and card. */
export type SubscriptionRecord = {
  readonly subscription: SandboxSubscription;
  readonly customerId: string;
  readonly companyId: string;
  readonly paymentMethodId: string;
};

type Row = Selectable<SandboxTables['sandbox.subscriptions']> & { card: string };

/** A new id in the format of the real provider. */
export function providerId(prefix: string): string {
  return `${prefix}_${newId().replaceAll('-', '')}`;
}

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
