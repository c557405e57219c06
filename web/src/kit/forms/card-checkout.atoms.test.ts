import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import * as companies from '#contracts/endpoints/companies.endpoints.ts';
import { getConfig } from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import type { CardOutcome } from '../../ui/card-form/card.ts';
import { ADVICE, createCardCheckout } from './card-checkout.atoms.ts';

type Reaction = ReturnType<typeof replied> | Promise<ReturnType<typeof replied>>;

const good: CardOutcome = { ok: true, paymentMethodId: 'pm_1' };
const saved = replied({ message: 'saved', subscriptionIsActive: true });
const config = { provider: 'stripe', publishableKey: 'pk' } as const;

/** A checkout that gets these answers in turn, the last one again and again. */
function checkoutWith({
  opening = [],
  saving = [saved],
}: {
  opening?: Reaction[];
  saving?: Reaction[];
} = {}) {
  const inTurn = (answers: Reaction[], last: Reaction) => () => answers.shift() ?? last;
  let entries = 0;
  const api = createFakeApi({
    [getConfig.path]: () => replied(config),
    [companies.createSetupIntent.path]: () =>
      opening.shift() ?? replied({ clientSecret: `secret ${++entries}` }),
    [companies.saveSubscription.path]: inTurn(saving, saved),
  });
  const finish = vi.fn<Parameters<typeof createCardCheckout>[0]['finish']>(async () => null);
  const done = vi.fn();
  const store = createStore();
  store.set(apiAtom, api);
  const checkout = createCardCheckout({
    open: (client, idempotencyKey) => client.call(companies.createSetupIntent, { body: {}, idempotencyKey }),
    save: (client, paymentMethodId, idempotencyKey) =>
      client.call(companies.saveSubscription, { body: { paymentMethodId }, idempotencyKey }),
    finish,
    done,
    setupFailure: 'cardSetupFailed',
    declined: 'saveSubscriptionRefused',
    saveFailure: 'cardUpdateFailed',
    success: 'registrationComplete',
  });
  const pay = (outcome: CardOutcome = good) => store.set(checkout.payAtom, async () => outcome);
  const saves = () => api.sent.filter(({ path }) => path === companies.saveSubscription.path);
  const alert = () => store.get(checkout.alertAtom);
  return { store, api, checkout, finish, done, pay, saves, alert };
}

test('the card form opens with its provider and its own secret', async () => {
  const { store, checkout } = checkoutWith();
  expect(store.get(checkout.cardAtom)).toBeNull();
  await store.set(checkout.openAtom);
  expect(store.get(checkout.cardAtom)).toEqual({ ...config, clientSecret: 'secret 1' });
});

test('two requests at once open it once', async () => {
  const { store, checkout, api } = checkoutWith();
  await Promise.all([store.set(checkout.openAtom), store.set(checkout.openAtom)]);
  expect(api.sent).toHaveLength(2);
});

test('a card entry that cannot be opened shows an error and can be tried again', async () => {
  const { store, checkout, alert } = checkoutWith({ opening: [refused(503, 'somethingWentWrong')] });
  await store.set(checkout.openAtom);
  expect(store.get(checkout.cardAtom)).toBeNull();
  expect(store.get(checkout.errorAtom)).toBe('somethingWentWrong');
  expect(alert()).toEqual({ isError: true, messages: [messages.somethingWentWrong] });
  await store.set(checkout.openAtom);
  expect(store.get(checkout.errorAtom)).toBeNull();
  expect(alert().messages).toEqual([]);
  expect(store.get(checkout.cardAtom)).not.toBeNull();
});

test('a saved card ends the checkout with a message', async () => {
  const { store, checkout, pay, saves, alert, finish, done } = checkoutWith();
  expect(await pay()).toBe(true);
  expect(saves().map(({ body }) => body)).toEqual([{ paymentMethodId: 'pm_1' }]);
  expect(finish).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledOnce();
  expect(alert()).toEqual({ isError: false, messages: [messages.registrationComplete] });
  expect(store.get(checkout.doneAtom)).toBe(true);
  expect(await pay()).toBe(false);
  expect(saves()).toHaveLength(1);
});

test('a card that the provider rejects is never sent, and the message of the provider is shown', async () => {
  const { store, checkout, pay, saves, alert } = checkoutWith();
  expect(await pay({ ok: false, words: 'Your card was declined.' })).toBe(false);
  expect(alert()).toEqual({
    isError: true,
    messages: [messages.cardSetupFailed, 'Your card was declined.'],
  });
  expect(saves()).toEqual([]);
  expect(await pay({ ok: false, words: null })).toBe(false);
  expect(alert().messages).toEqual([messages.cardSetupFailed]);
  expect(store.get(checkout.doneAtom)).toBe(false);
});

test('a declined card shows what to do, and the form opens again for another one', async () => {
  const declined = refused(400, 'saveSubscriptionRefused');
  const { store, checkout, pay, saves, alert } = checkoutWith({ saving: [declined] });
  await store.set(checkout.openAtom);
  expect(await pay()).toBe(false);
  expect(alert().messages).toEqual([messages.saveSubscriptionRefused, ADVICE.declined]);
  expect(store.get(checkout.cardAtom)?.clientSecret).toBe('secret 2');
  // The same card again is a new attempt: the bank may decide differently.
  expect(await pay()).toBe(true);
  const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test('any other refusal shows the message of the server and that it failed', async () => {
  const { store, checkout, pay, alert } = checkoutWith({ saving: [refused(401, 'emailNotProven')] });
  expect(await pay()).toBe(false);
  expect(alert().messages).toEqual([messages.emailNotProven, messages.cardUpdateFailed]);
  expect(store.get(checkout.errorAtom)).toBe('emailNotProven');
});

test.each([
  ['lost', refused(0, 'unavailable')],
  ['an outage', refused(503, 'somethingWentWrong')],
])(
  'an answer that is %s: pressing again repeats the same attempt, so nothing is charged twice',
  { tags: ['spec-8.30'] },
  async (_, outage) => {
    const { pay, saves, alert } = checkoutWith({ saving: [outage] });
    expect(await pay()).toBe(false);
    expect(alert().messages).toEqual([messages.somethingWentWrong, ADVICE.unclear]);
    expect(await pay()).toBe(true);
    const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
  },
);

test('another card after a lost answer is a new attempt', async () => {
  const { pay, saves } = checkoutWith({ saving: [refused(0, 'unavailable')] });
  await pay();
  await pay({ ok: true, paymentMethodId: 'pm_2' });
  const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test('two presses ask and send once', async () => {
  const slow = Promise.withResolvers<ReturnType<typeof replied>>();
  const { store, checkout, saves } = checkoutWith({ saving: [slow.promise] });
  const confirm = vi.fn(async () => good);
  const first = store.set(checkout.payAtom, confirm);
  expect(store.get(checkout.busyAtom)).toBe(true);
  expect(await store.set(checkout.payAtom, confirm)).toBe(false);
  slow.resolve(saved);
  expect(await first).toBe(true);
  expect(store.get(checkout.busyAtom)).toBe(false);
  expect(confirm).toHaveBeenCalledOnce();
  expect(saves()).toHaveLength(1);
});

test('after the card is saved only the following step is tried again', async () => {
  const { store, checkout, pay, saves, alert, finish, done } = checkoutWith();
  finish.mockResolvedValueOnce({ error: 'failedLogin', messages: ['not in'] });
  expect(await pay()).toBe(false);
  expect(alert()).toEqual({ isError: true, messages: ['not in'] });
  expect(store.get(checkout.errorAtom)).toBe('failedLogin');
  expect(done).not.toHaveBeenCalled();
  expect(await pay()).toBe(true);
  expect(saves()).toHaveLength(1);
  expect(finish).toHaveBeenCalledTimes(2);
});

test('too many tries are told with their time, and nothing is said of the card', async () => {
  const tooMany = refused(429, 'tooManyRequests');
  const { pay, alert, checkout, store } = checkoutWith({ saving: [tooMany] });
  await store.set(checkout.openAtom);
  expect(await pay()).toBe(false);
  expect(alert()).toMatchObject({ messages: [messages.tooManyRequests] });
});
