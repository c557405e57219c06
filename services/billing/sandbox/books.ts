import type { Selectable } from 'kysely';
import { newId } from '#platform/ids.ts';
import { pays } from './cards.ts';
import type { Happening, Life, Step } from './life.ts';
import { dueAt } from './renewals.ts';
import type { SandboxTables, Tx } from './tables.ts';

/** A subscription with whose it is and which card it has. */
export type Booked = {
  readonly life: Life;
  readonly customerId: string;
  readonly companyId: string;
  readonly paymentMethodId: string;
};

type Row = Selectable<SandboxTables['sandbox.subscriptions']> & { card: string };

/** An id as the provider gives them out. */
export function providerId(prefix: string): string {
  return `${prefix}_${newId().replaceAll('-', '')}`;
}

/** Those of this customer that match, the oldest first. */
export async function bookedOf(tx: Tx, customerId: string): Promise<Booked[]> {
  const rows = await tx
    .selectFrom('sandbox.subscriptions as s')
    .innerJoin('sandbox.payment_methods as p', 'p.id', 's.payment_method_id')
    .selectAll('s')
    .select('p.card')
    .where('s.customer_id', '=', customerId)
    .orderBy('s.created_at')
    .execute();
  return rows.map(booked);
}

function booked(row: Row): Booked {
  return {
    customerId: row.customer_id,
    companyId: row.company_id,
    paymentMethodId: row.payment_method_id,
    life: {
      id: row.id,
      status: row.status,
      seats: row.seats,
      cardPays: pays(row.card),
      createdAt: row.created_at,
      trialEndsAt: row.trial_ends_at,
      trialEndTold: row.trial_end_told,
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

/** Writes down what a step has led to; the subscription may be new. */
export async function book(tx: Tx, whose: Omit<Booked, 'life'>, { life, happened }: Step): Promise<void> {
  const changing = {
    payment_method_id: whose.paymentMethodId,
    status: life.status,
    seats: life.seats,
    trial_end_told: life.trialEndTold,
    months: life.months,
    pending_cents: life.pendingCents,
    credit_cents: life.creditCents,
    unpaid: life.unpaid && JSON.stringify(life.unpaid),
    canceled_at: life.canceledAt,
    refund_cents: life.refundCents,
    due_at: dueAt(life),
  };
  await tx
    .insertInto('sandbox.subscriptions')
    .values({
      ...changing,
      id: life.id,
      customer_id: whose.customerId,
      company_id: whose.companyId,
      created_at: life.createdAt,
      trial_ends_at: life.trialEndsAt,
      anchor: life.anchor,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute();
  for (const happening of happened) await write(tx, { ...whose, subscriptionId: life.id }, happening);
}

type Whose = { readonly customerId: string; readonly companyId: string; readonly subscriptionId: string };

async function write(tx: Tx, whose: Whose, happening: Happening): Promise<void> {
  const { subscriptionId: subscription_id, customerId: customer_id, companyId: company_id } = whose;
  const { at } = happening;
  switch (happening.kind) {
    case 'billed': {
      const { id, reason, period, cents } = happening.invoice;
      const dates = { period_start: period.start, period_end: period.end, created_at: at };
      const row = { id, subscription_id, reason, cents, status: 'open', ...dates } as const;
      await tx.insertInto('sandbox.invoices').values(row).execute();
      return;
    }
    case 'settled':
      await tx
        .updateTable('sandbox.invoices')
        .set({ status: happening.as })
        .where('id', '=', happening.invoiceId)
        .execute();
      return;
    case 'charge': {
      const { kind, cents, invoiceId: invoice_id } = happening;
      await tx
        .insertInto('sandbox.movements')
        .values({ subscription_id, invoice_id, kind, cents, at })
        .execute();
      return;
    }
    case 'refund': {
      const { kind, cents } = happening;
      await tx
        .insertInto('sandbox.movements')
        .values({ subscription_id, invoice_id: null, kind, cents, at })
        .execute();
      return;
    }
    case 'announced': {
      const event = {
        id: providerId('evt'),
        type: happening.type,
        company_id,
        customer_id,
        subscription_id,
        at,
      };
      await tx.insertInto('sandbox.events').values(event).execute();
      return;
    }
  }
}
