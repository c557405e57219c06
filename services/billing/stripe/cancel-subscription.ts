import type Stripe from 'stripe';
import type { Cents } from '#contracts/money.ts';
import { all, nullIfMissing } from './client.ts';
import { payInvoice } from './customers.ts';
import { idOf, retrieve } from './subscription.ts';

type Canceled = { readonly canceledAt: number; readonly refundCents: Cents };

/**
 * Ends a subscription now and refunds the unused part. Stripe makes a last invoice with the unused time and the
 * pending prorations. An invoice below zero becomes credit of the customer, and the credit is refunded to the card.
 * Each step first checks what is done already, so that a call that was interrupted anywhere is completed by the
 * next one, however late: Stripe keeps idempotency keys for a day only.
 */
export async function cancelAndRefund(stripe: Stripe, subscriptionId: string): Promise<Canceled> {
  const before = await retrieve(stripe, subscriptionId);
  if (!before) throw new Error(`the provider has no subscription ${subscriptionId}`);
  if (before.status !== 'canceled') {
    // Missing: it was canceled in between.
    await nullIfMissing(() =>
      stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true }),
    );
  }
  const subscription = before.status === 'canceled' ? before : await retrieve(stripe, subscriptionId);
  if (!subscription || subscription.canceled_at === null) {
    throw new Error(`subscription ${subscriptionId} is not canceled`);
  }
  await collectLastInvoice(stripe, subscription);
  const refundCents = await refundCredit(stripe, subscription);
  await voidOpenInvoices(stripe, subscriptionId);
  return { canceledAt: subscription.canceled_at, refundCents };
}

/** Finalizes the last invoice and, if seats cost more than is left of the month, charges it once. */
async function collectLastInvoice(stripe: Stripe, { id, default_payment_method }: Stripe.Subscription) {
  const paymentMethodId = default_payment_method === null ? null : idOf(default_payment_method);
  for await (const draft of stripe.invoices.list({ subscription: id, status: 'draft', limit: 100 })) {
    await finalize(stripe, draft.id);
  }
  for await (const open of stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })) {
    if (!open.attempted)
      await payInvoice(stripe, { invoiceId: open.id, paymentMethodId, key: `${open.id}:last` });
  }
}

async function finalize(stripe: Stripe, invoiceId: string): Promise<void> {
  const idempotencyKey = `${invoiceId}:finalize`;
  await stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }, { idempotencyKey });
}

/**
 * Refunds the customer's credit, less the unpaid invoices, beginning with the newest charge, and takes it off the
 * credit. Returns the sum of all refunds of this subscription.
 */
async function refundCredit(stripe: Stripe, { id, customer }: Stripe.Subscription): Promise<Cents> {
  const customerId = idOf(customer);
  const isRefunded = await hasTakenOffCredit(stripe, customerId, id);
  const charges = await all(stripe.charges.list({ customer: customerId, limit: 100 }));
  let refunded = await refundedFor(stripe, charges, id);
  // Once the customer has a new subscription, the credit belongs to that one.
  if (isRefunded || (await hasRunningSubscription(stripe, customerId))) return refunded;

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
  // The part that no charge can refund any more stays credit.
  const takenOff = credit - Math.max(0, due - refunded);
  if (takenOff > 0) {
    await stripe.customers.createBalanceTransaction(
      customerId,
      { amount: takenOff, currency: 'cad', metadata: { subscription: id } },
      { idempotencyKey: `${id}:settled` },
    );
  }
  return refunded;
}

async function hasTakenOffCredit(
  stripe: Stripe,
  customerId: string,
  subscriptionId: string,
): Promise<boolean> {
  for await (const each of stripe.customers.listBalanceTransactions(customerId, { limit: 100 })) {
    if (each.metadata?.subscription === subscriptionId) return true;
  }
  return false;
}

async function hasRunningSubscription(stripe: Stripe, customerId: string): Promise<boolean> {
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

/** A customer who cancels does not owe the month whose payment failed. */
async function voidOpenInvoices(stripe: Stripe, subscriptionId: string): Promise<void> {
  for (const { id } of await all(
    stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }),
  )) {
    await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `${id}:void` });
  }
}
