import type { SetupIntent, SetupIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { CardOutcome } from './card.ts';

/** What Stripe's script made of the fields; it leaves the page only where the card's bank wants that. */
export async function confirmSetup(
  stripe: Pick<Stripe, 'confirmSetup'>,
  elements: StripeElements,
): Promise<CardOutcome> {
  try {
    return outcomeOf(await stripe.confirmSetup({ elements, redirect: 'if_required' }));
  } catch {
    // The script throws where it could not do its work at all.
    return { ok: false, words: null };
  }
}

export function outcomeOf({ setupIntent, error }: SetupIntentResult): CardOutcome {
  // Confirmed before, and only the answer was lost: Stripe calls that an error, and tells the intent with it.
  const intent: SetupIntent | undefined = setupIntent ?? error?.setup_intent;
  const paymentMethodId = intent?.status === 'succeeded' ? idOf(intent.payment_method) : null;
  if (paymentMethodId !== null) return { ok: true, paymentMethodId };
  return { ok: false, words: wordsOf(error) };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}

/** Stripe's own words are for people only where they are about the card or the fields. */
function wordsOf(error: StripeError | undefined): string | null {
  const isForPeople = error?.type === 'card_error' || error?.type === 'validation_error';
  return isForPeople ? (error.message ?? null) : null;
}
