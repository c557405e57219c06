import { lazy, Suspense } from 'react';
import type { CardFormProps } from './card.ts';
import { CardFormLoading } from './card-form-loading.tsx';
import { SandboxCardForm } from './sandbox-card-form.tsx';

/** Loaded only when Stripe takes the card. */
const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe-card-form.tsx')).StripeCardForm,
}));

/** Stripe's own fields, or the test cards of the sandbox. */
export function CardForm(props: CardFormProps) {
  if (props.card.provider === 'sandbox') return <SandboxCardForm {...props} />;
  return (
    <Suspense fallback={<CardFormLoading />}>
      <StripeCardForm {...props} />
    </Suspense>
  );
}
