import Stripe from 'stripe';
import type { ProviderEvent } from '../payments.port.ts';
import { idOf, type OurMetadata } from './subscription.ts';

const TOLERANCE_SECONDS = 300;

/** Null when the signature does not match this body or is older than five minutes. */
export function readStripeWebhook(
  stripe: Stripe,
  { secret, now }: { secret: string; now: Date },
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
): ProviderEvent | null {
  if (signature === undefined) return null;
  try {
    const { webhooks } = stripe;
    const time = now.getTime();
    const event = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, time);
    return {
      id: event.id,
      type: event.type,
      at: new Date(event.created * 1000).toISOString(),
      ...subscriptionOf(event.data.object),
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

type EventObject = {
  readonly object?: string;
  readonly id?: string;
  readonly metadata?: OurMetadata | null;
  readonly parent?: {
    readonly subscription_details?: {
      readonly subscription?: string | { readonly id: string };
      readonly metadata?: OurMetadata | null;
    } | null;
  } | null;
};

/** Subscriptions and their invoices name the subscription and the company; other objects concern neither. */
function subscriptionOf(object: EventObject): Pick<ProviderEvent, 'subscriptionId' | 'companyId'> {
  if (object.object === 'subscription') {
    return { subscriptionId: object.id ?? null, companyId: object.metadata?.companyId ?? null };
  }
  const details = object.object === 'invoice' ? object.parent?.subscription_details : undefined;
  if (!details?.subscription) return { subscriptionId: null, companyId: null };
  return { subscriptionId: idOf(details.subscription), companyId: details.metadata?.companyId ?? null };
}
