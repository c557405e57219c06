import type Stripe from 'stripe';

/**
 * One customer per company, whatever the call's key. The provider's search finds what is older than a minute; for
 * anything newer the key derived from the company answers with the same customer, so what is sent with it must
 * not vary: name and email follow in a call of their own.
 */
export async function ensureStripeCustomer(
  stripe: Stripe,
  { companyId, companyName, email }: { companyId: string; companyName: string; email: string },
): Promise<string> {
  const customer = (await foundCustomer(stripe, companyId)) ?? (await createdCustomer(stripe, companyId));
  if (customer.name !== companyName || customer.email !== email) {
    await stripe.customers.update(customer.id, { name: companyName, email });
  }
  return customer.id;
}

async function foundCustomer(stripe: Stripe, companyId: string): Promise<Stripe.Customer | undefined> {
  const query = `metadata['companyId']:'${companyId}'`;
  const { data } = await stripe.customers.search({ query, limit: 1 });
  return data[0];
}

function createdCustomer(stripe: Stripe, companyId: string): Promise<Stripe.Customer> {
  return stripe.customers.create({ metadata: { companyId } }, { idempotencyKey: `customer:${companyId}` });
}
