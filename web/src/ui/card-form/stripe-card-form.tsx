import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import type { CardFormProps, CardOutcome } from './card.ts';
import styles from './card-form.module.css';
import { CardFormLoading, PayButton } from './card-form-parts.tsx';
import { confirmSetup } from './confirm-setup.ts';

/** Stripe's fields in Stripe's frames: card data never reaches us. */
export function StripeCardForm(props: CardFormProps) {
  const [tries, setTries] = useState(0);
  return <OneTry key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

type Again = CardFormProps & { onRetry: () => void };

function OneTry(props: Again) {
  const { publishableKey, clientSecret } = props.card;
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading');
  const appearance = useMemo(() => stripeAppearance(props.dark), [props.dark]);

  useEffect(() => {
    let isLeft = false;
    const become = (loaded: Stripe | null) => !isLeft && setStripe(loaded ?? 'failed');
    loadStripe(publishableKey).then(become, () => become(null));
    return () => {
      isLeft = true;
    };
  }, [publishableKey]);

  if (stripe === 'loading') return <CardFormLoading />;
  if (stripe === 'failed') return <Trouble onRetry={props.onRetry} />;
  return (
    // Another secret starts another entry with empty fields.
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <StripeFields {...props} />
    </Elements>
  );
}

function StripeFields({ action, busy, done, onPay, onRetry }: Again) {
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const confirmed = useRef<CardOutcome | null>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!stripe || !elements || state !== 'ready' || busy || done) return;
    onPay(async () => {
      if (confirmed.current) return confirmed.current;
      const outcome = await confirmSetup(stripe, elements);
      if (outcome.ok) confirmed.current = outcome;
      return outcome;
    });
  };
  if (state === 'failed') return <Trouble onRetry={onRetry} />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.element}>
        <PaymentElement
          options={{ layout: 'tabs', business: { name: 'Tallyboard' } }}
          onReady={() => setState('ready')}
          onLoadError={() => setState('failed')}
        />
      </div>
      <PayButton action={action} busy={busy} done={done} />
    </form>
  );
}

function Trouble({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.trouble} role="alert">
      <p>
        The card form of our payment provider, Stripe, could not be loaded. Check your connection, and whether
        something in your browser blocks js.stripe.com.
      </p>
      <Button variant="plain" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Our design tokens as Stripe's options: its fields are in a frame that our styles do not reach. */
function stripeAppearance(dark: boolean): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const ring = { outline: `2px solid ${token('focus')}`, outlineOffset: '1px', boxShadow: 'none' };
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-soft'),
      colorTextPlaceholder: token('ink-soft'),
      colorDanger: token('red'),
      borderRadius: token('radius'),
      fontFamily: 'Inter, system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '14px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': { color: token('ink'), fontWeight: token('weight-medium'), marginBottom: '6px' },
      '.Input': { border: `1px solid ${token('rule-strong')}`, boxShadow: 'none', padding: '9px 12px' },
      '.Input:focus': { border: `1px solid ${token('rule-strong')}`, ...ring },
      '.Input--invalid': {
        border: `1px solid ${token('red')}`,
        boxShadow: `0 0 0 1px ${token('red')}`,
        color: token('ink'),
      },
      '.Tab': { border: `1px solid ${token('rule-strong')}`, boxShadow: 'none' },
      '.Tab--selected': { border: `1px solid ${token('accent')}`, boxShadow: 'none' },
      '.Tab:focus': ring,
    },
  };
}
