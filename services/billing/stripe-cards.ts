import type Stripe from 'stripe';
import { isInvalid, unlessDeclined, unlessMissing } from './stripe-outcomes.ts';
import { idOf } from './stripe-subscription.ts';

/**
 * Attaches the card to the customer; its id from then on, or null when it is refused, unknown or somebody
 * else's. The browser's setup has usually attached it already.
 */
export function attachCard(
  stripe: Stripe,
  { paymentMethodId, customerId, key }: { paymentMethodId: string; customerId: string; key: string },
): Promise<string | null> {
  return unlessDeclined(async () => {
    try {
      const idempotencyKey = `${key}:card`;
      const attached = await stripe.paymentMethods.attach(
        paymentMethodId,
        { customer: customerId },
        { idempotencyKey },
      );
      return attached.id;
    } catch (error) {
      if (!isInvalid(error)) throw error;
      const card = await unlessMissing(() => stripe.paymentMethods.retrieve(paymentMethodId));
      return card?.customer && idOf(card.customer) === customerId ? card.id : null;
    }
  });
}

/** Pays an open bill; false when the card refuses. A bill that was paid meanwhile is paid. */
export async function payInvoice(
  stripe: Stripe,
  { invoiceId, paymentMethodId, key }: { invoiceId: string; paymentMethodId: string | null; key: string },
): Promise<boolean> {
  const card = paymentMethodId === null ? {} : { payment_method: paymentMethodId };
  try {
    const paid = await unlessDeclined(() =>
      stripe.invoices.pay(invoiceId, card, { idempotencyKey: `${key}:pay` }),
    );
    return paid !== null;
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const { status } = await stripe.invoices.retrieve(invoiceId);
    if (status === 'paid') return true;
    throw error;
  }
}
