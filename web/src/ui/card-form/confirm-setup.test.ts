import type { SetupIntent, SetupIntentResult, StripeElements } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { confirmSetup, outcomeOf } from './confirm-setup.ts';

const intent = (changed: Partial<SetupIntent>) =>
  ({ status: 'succeeded', payment_method: 'pm_1', ...changed }) as SetupIntent;
const failed = (error: NonNullable<SetupIntentResult['error']>): SetupIntentResult => ({ error });

test('a confirmed card is known by its id', { tags: ['spec-7.62'] }, () => {
  expect(outcomeOf({ setupIntent: intent({}) })).toEqual({ ok: true, paymentMethodId: 'pm_1' });
  const method = { id: 'pm_2' } as Exclude<SetupIntent['payment_method'], string | null>;
  expect(outcomeOf({ setupIntent: intent({ payment_method: method }) })).toEqual({
    ok: true,
    paymentMethodId: 'pm_2',
  });
});

test('a declined card and an incomplete field show the message of Stripe', () => {
  const message = 'Your card was declined.';
  expect(outcomeOf(failed({ type: 'card_error', message }))).toEqual({ ok: false, words: message });
  expect(outcomeOf(failed({ type: 'validation_error', message: 'Incomplete.' }))).toEqual({
    ok: false,
    words: 'Incomplete.',
  });
});

test('a message for programmers is not shown', () => {
  const message = 'No such setupintent: seti_1';
  expect(outcomeOf(failed({ type: 'invalid_request_error', message }))).toEqual({ ok: false, words: null });
});

test('a card counts as confirmed when only the answer was lost', () => {
  const error = { type: 'invalid_request_error', setup_intent: intent({}) } as const;
  expect(outcomeOf(failed(error))).toEqual({ ok: true, paymentMethodId: 'pm_1' });
});

test('a card that still waits for its bank is not confirmed', () => {
  expect(outcomeOf({ setupIntent: intent({ status: 'processing' }) })).toEqual({ ok: false, words: null });
});

test('a script that throws has not taken the card', async () => {
  const stripe = { confirmSetup: () => Promise.reject(new Error('IntegrationError')) };
  expect(await confirmSetup(stripe as never, {} as StripeElements)).toEqual({ ok: false, words: null });
});
