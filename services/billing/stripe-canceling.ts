import type Stripe from 'stripe';
import type { Cents } from '#contracts/money.ts';
import { payInvoice } from './stripe-cards.ts';
import { unlessMissing } from './stripe-outcomes.ts';
import { idOf, retrieve } from './stripe-subscription.ts';

type Canceled = { readonly canceledAt: number; readonly refundCents: Cents };

/**
 * Ends a subscription now and gives the unused part back. The provider writes a last bill with the unused time
 * and the prorations that waited; a bill below zero becomes credit of the customer, and the credit is refunded
 * to his card. Each step looks first at what is done already, so that a call that died anywhere is finished by
 * the next, however late: keys are forgotten by the provider after a day.
 */
export async function cancelAndRefund(stripe: Stripe, subscriptionId: string): Promise<Canceled> {
  const before = await retrieve(stripe, subscriptionId);
  if (!before) throw new Error(`the provider has no subscription ${subscriptionId}`);
  if (before.status !== 'canceled') {
    // Nothing to do when it was canceled in between.
    await unlessMissing(() =>
      stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true }),
    );
  }
  const subscription = before.status === 'canceled' ? before : await retrieve(stripe, subscriptionId);
  if (!subscription || subscription.canceled_at === null) {
    throw new Error(`subscription ${subscriptionId} is not canceled`);
  }
  await collectLastBill(stripe, subscription);
  const refundCents = await payOut(stripe, subscription);
  await dropOpenBills(stripe, subscriptionId);
  return { canceledAt: subscription.canceled_at, refundCents };
}

/** Finishes the last bill and, where seats cost more than is left of the month, charges it once. */
async function collectLastBill(stripe: Stripe, { id, default_payment_method }: Stripe.Subscription) {
  const paymentMethodId = default_payment_method === null ? null : idOf(default_payment_method);
  for await (const draft of stripe.invoices.list({ subscription: id, status: 'draft', limit: 100 })) {
    await unlessFinalized(stripe, draft.id);
  }
  for await (const open of stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })) {
    if (!open.attempted)
      await payInvoice(stripe, { invoiceId: open.id, paymentMethodId, key: `${open.id}:last` });
  }
}

async function unlessFinalized(stripe: Stripe, invoiceId: string): Promise<void> {
  const idempotencyKey = `${invoiceId}:finalize`;
  await stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }, { idempotencyKey });
}

/**
 * Refunds the customer's credit, less what he left unpaid, from his newest charges on, and takes it off the
 * credit. Returns what was refunded for this subscription in all.
 */
async function payOut(stripe: Stripe, { id, customer }: Stripe.Subscription): Promise<Cents> {
  const customerId = idOf(customer);
  const isSettled = await hasSettled(stripe, customerId, id);
  const charges = await all(stripe.charges.list({ customer: customerId, limit: 100 }));
  let refunded = await refundedFor(stripe, charges, id);
  // The credit of whoever has come again is of that subscription.
  if (isSettled || (await runsAnother(stripe, customerId))) return refunded;

  const credit = await creditOf(stripe, customerId);
  const open = await all(stripe.invoices.list({ subscription: id, status: 'open', limit: 100 }));
  const unpaid = open.reduce((sum, each) => sum + each.amount_remaining, 0);
  const due = Math.max(0, credit - unpaid);
  for (const charge of charges) {
    const amount = Math.min(due - refunded, charge.amount - charge.amount_refunded);
    if (amount <= 0 || charge.status !== 'succeeded') continue;
    await stripe.refunds.create(
      { charge: charge.id, amount, metadata: { subscription: id } },
      { idempotencyKey: `${id}:refund:${charge.id}` },
    );
    refunded += amount;
  }
  // What no charge can give back any more stays to his credit.
  const settled = credit - Math.max(0, due - refunded);
  if (settled > 0) {
    await stripe.customers.createBalanceTransaction(
      customerId,
      { amount: settled, currency: 'cad', metadata: { subscription: id } },
      { idempotencyKey: `${id}:settled` },
    );
  }
  return refunded;
}

async function hasSettled(stripe: Stripe, customerId: string, subscriptionId: string): Promise<boolean> {
  for await (const each of stripe.customers.listBalanceTransactions(customerId, { limit: 100 })) {
    if (each.metadata?.subscription === subscriptionId) return true;
  }
  return false;
}

async function runsAnother(stripe: Stripe, customerId: string): Promise<boolean> {
  const { data } = await stripe.subscriptions.list({ customer: customerId, limit: 1 });
  return data.length > 0;
}

async function refundedFor(stripe: Stripe, charges: readonly Stripe.Charge[], subscriptionId: string) {
  let sum = 0;
  for (const charge of charges) {
    if (charge.amount_refunded === 0) continue;
    const refunds = await all(stripe.refunds.list({ charge: charge.id, limit: 100 }));
    for (const { amount, metadata } of refunds) {
      if (metadata?.subscription === subscriptionId) sum += amount;
    }
  }
  return sum;
}

async function creditOf(stripe: Stripe, customerId: string): Promise<Cents> {
  const customer = await stripe.customers.retrieve(customerId);
  return 'balance' in customer ? Math.max(0, -customer.balance) : 0;
}

/** Nobody is asked for a month that he ended in its first days with a card that did not pay. */
async function dropOpenBills(stripe: Stripe, subscriptionId: string): Promise<void> {
  for (const { id } of await all(
    stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }),
  )) {
    await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `${id}:void` });
  }
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of pages) found.push(each);
  return found;
}
