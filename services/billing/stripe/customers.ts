import type Stripe from 'stripe';
import { isInvalidRequest, nullIfDeclined, nullIfMissing } from './client.ts';
import { idOf } from './subscription.ts';

/**
 * Finds or creates the one customer of a company, whatever the call's key. Stripe's search finds customers older
 * than a minute. For a newer one the key that is derived from the company returns the same customer; what is sent
 * with that key must not vary, so name and email follow in a second call.
 */
export async function ensureStripeCustomer(
  stripe: Stripe,
  { companyId, companyName, email }: { companyId: string; companyName: string; email: string },
): Promise<string> {
  const customer = (await findCustomer(stripe, companyId)) ?? (await createCustomer(stripe, companyId));
  if (customer.name !== companyName || customer.email !== email) {
    await stripe.customers.update(customer.id, { name: companyName, email });
  }
  return customer.id;
}

async function findCustomer(stripe: Stripe, companyId: string): Promise<Stripe.Customer | undefined> {
  const query = `metadata['companyId']:'${companyId}'`;
  const { data } = await stripe.customers.search({ query, limit: 1 });
  return data[0];
}

function createCustomer(stripe: Stripe, companyId: string): Promise<Stripe.Customer> {
  return stripe.customers.create({ metadata: { companyId } }, { idempotencyKey: `customer:${companyId}` });
}

/**
 * Attaches the card to the customer and returns its id; null when the card is declined, unknown or another
 * customer's. The setup in the browser has usually attached it already.
 */
export function attachCard(
  stripe: Stripe,
  { paymentMethodId, customerId, key }: { paymentMethodId: string; customerId: string; key: string },
): Promise<string | null> {
  return nullIfDeclined(async () => {
    try {
      const idempotencyKey = `${key}:card`;
      const attached = await stripe.paymentMethods.attach(
        paymentMethodId,
        { customer: customerId },
        { idempotencyKey },
      );
      return attached.id;
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
      const card = await nullIfMissing(() => stripe.paymentMethods.retrieve(paymentMethodId));
      return card?.customer && idOf(card.customer) === customerId ? card.id : null;
    }
  });
}

/** Equal for the same card in our account at Stripe. Null for an unknown card, and for a means of payment without one. */
export async function fingerprintOf(stripe: Stripe, paymentMethodId: string): Promise<string | null> {
  const found = await nullIfMissing(() => stripe.paymentMethods.retrieve(paymentMethodId));
  return found?.card?.fingerprint ?? null;
}

/** Pays an open invoice; false when the card is declined. True as well when it was paid in the meantime. */
export async function payInvoice(
  stripe: Stripe,
  { invoiceId, paymentMethodId, key }: { invoiceId: string; paymentMethodId: string | null; key: string },
): Promise<boolean> {
  const card = paymentMethodId === null ? {} : { payment_method: paymentMethodId };
  try {
    const paid = await nullIfDeclined(() =>
      stripe.invoices.pay(invoiceId, card, { idempotencyKey: `${key}:pay` }),
    );
    return paid !== null;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const { status } = await stripe.invoices.retrieve(invoiceId);
    if (status === 'paid') return true;
    throw error;
  }
}
