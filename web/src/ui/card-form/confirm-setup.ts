import type { SetupIntent, SetupIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { CardOutcome } from './card.ts';

/** Lets Stripe's script confirm the fields. It leaves the page only when the bank of the card asks for it. */
export async function confirmSetup(
  stripe: Pick<Stripe, 'confirmSetup'>,
  elements: StripeElements,
): Promise<CardOutcome> {
  try {
    return outcomeOf(await stripe.confirmSetup({ elements, redirect: 'if_required' }));
  } catch {
    // The script throws when it could not start its work.
    return { ok: false, words: null };
  }
}

export function outcomeOf({ setupIntent, error }: SetupIntentResult): CardOutcome {
  // Confirmed before, and only the answer was lost: Stripe reports an error that carries the intent.
  const intent: SetupIntent | undefined = setupIntent ?? error?.setup_intent;
  const paymentMethodId = intent?.status === 'succeeded' ? idOf(intent.payment_method) : null;
  if (paymentMethodId !== null) return { ok: true, paymentMethodId };
  return { ok: false, words: wordsOf(error) };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}

/** Stripe writes for people only in errors about the card or the fields. */
function wordsOf(error: StripeError | undefined): string | null {
  const isForPeople = error?.type === 'card_error' || error?.type === 'validation_error';
  return isForPeople ? (error.message ?? null) : null;
}
