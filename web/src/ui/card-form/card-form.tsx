import { lazy, type SubmitEvent, Suspense, useId, useState } from 'react';
import type { CardFormProps } from './card.ts';
import styles from './card-form.module.css';
import { CardFormLoading, PayButton } from './card-form-parts.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';

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

/** The card form without keys of a real provider: a choice of test cards, the first of which pays. */
function SandboxCardForm({ action, busy, done, onPay }: CardFormProps) {
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].id);
  const name = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || done) return;
    onPay(async () => ({ ok: true, paymentMethodId: chosen }));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SandboxNotice>
        <p>No payment provider is set up here.</p>
        <p>Choose a test card to see what happens.</p>
      </SandboxNotice>
      <fieldset className={styles.cards}>
        <legend className={styles.legend}>Test card</legend>
        {TEST_CARDS.map((card) => (
          <label key={card.id} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={card.id}
              checked={chosen === card.id}
              onChange={() => setChosen(card.id)}
            />
            <span>
              <span className={styles.name}>{card.name}</span>
              <span className={styles.effect}>{card.effect}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <PayButton action={action} busy={busy} done={done} />
    </form>
  );
}

/** The cards of the sandbox under the names of the real provider's test cards, and the effect of each. */
const TEST_CARDS = [
  { id: 'pm_card_visa', name: 'Visa ending in 4242', effect: 'Every charge is paid.' },
  { id: 'pm_card_mastercard', name: 'Mastercard ending in 4444', effect: 'Every charge is paid.' },
  {
    id: 'pm_card_chargeCustomerFail',
    name: 'Visa ending in 0341',
    effect: 'The card is accepted, then every charge fails.',
  },
  { id: 'pm_card_chargeDeclined', name: 'Visa ending in 0002', effect: 'The card is declined at once.' },
] as const;
