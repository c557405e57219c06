import Stripe from 'stripe';
import type { ProviderEvent } from './payments.port.ts';
import { idOf, type OurMetadata } from './stripe-subscription.ts';

const TOLERANCE_SECONDS = 300;

/** Null when the signature is not the provider's for this body and the last five minutes. */
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
      ...concerned(event.data.object),
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

type Told = {
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

/** Subscriptions and their bills tell whose they are; everything else concerns nobody's subscription. */
function concerned(told: Told): Pick<ProviderEvent, 'subscriptionId' | 'companyId'> {
  if (told.object === 'subscription') {
    return { subscriptionId: told.id ?? null, companyId: told.metadata?.companyId ?? null };
  }
  const of = told.object === 'invoice' ? told.parent?.subscription_details : undefined;
  if (!of?.subscription) return { subscriptionId: null, companyId: null };
  return { subscriptionId: idOf(of.subscription), companyId: of.metadata?.companyId ?? null };
}
