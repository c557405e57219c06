import { type SubmitEvent, useId, useState } from 'react';
import type { CardFormProps } from './card.ts';
import styles from './card-form.module.css';
import { PayButton } from './pay-button.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { TEST_CARDS } from './test-cards.ts';

/** The card form where there are no keys of a real provider: test cards, the first of which pays. */
export function SandboxCardForm({ action, busy, done, onPay }: CardFormProps) {
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
