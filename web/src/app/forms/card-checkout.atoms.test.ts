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

/** A checkout whose calls are answered in turn, the last answer for ever. */
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
  const told = () => store.get(checkout.ticketsAtom);
  return { store, api, checkout, finish, done, pay, saves, told };
}

test('the card form opens with the provider and a secret of its own', async () => {
  const { store, checkout } = checkoutWith();
  expect(store.get(checkout.cardAtom)).toBeNull();
  await store.set(checkout.openAtom);
  expect(store.get(checkout.cardAtom)).toEqual({ ...config, clientSecret: 'secret 1' });
});

test('asked twice at once it opens once', async () => {
  const { store, checkout, api } = checkoutWith();
  await Promise.all([store.set(checkout.openAtom), store.set(checkout.openAtom)]);
  expect(api.sent).toHaveLength(2);
});

test('an entry that cannot be opened is told, and can be tried again', async () => {
  const { store, checkout, told } = checkoutWith({ opening: [refused(503, 'somethingWentWrong')] });
  await store.set(checkout.openAtom);
  expect(store.get(checkout.cardAtom)).toBeNull();
  expect(store.get(checkout.errorAtom)).toBe('somethingWentWrong');
  expect(told()).toEqual({ error: true, errorTickets: [messages.somethingWentWrong] });
  await store.set(checkout.openAtom);
  expect(store.get(checkout.errorAtom)).toBeNull();
  expect(told().errorTickets).toEqual([]);
  expect(store.get(checkout.cardAtom)).not.toBeNull();
});

test('a card that was taken and saved is done, and says so', async () => {
  const { store, checkout, pay, saves, told, finish, done } = checkoutWith();
  expect(await pay()).toBe(true);
  expect(saves().map(({ body }) => body)).toEqual([{ paymentMethodId: 'pm_1' }]);
  expect(finish).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledOnce();
  expect(told()).toEqual({ error: false, errorTickets: [messages.registrationComplete] });
  expect(store.get(checkout.doneAtom)).toBe(true);
  expect(await pay()).toBe(false);
  expect(saves()).toHaveLength(1);
});

test('what the provider does not take is never sent, and its own words are told', async () => {
  const { store, checkout, pay, saves, told } = checkoutWith();
  expect(await pay({ ok: false, words: 'Your card was declined.' })).toBe(false);
  expect(told()).toEqual({
    error: true,
    errorTickets: [messages.cardSetupFailed, 'Your card was declined.'],
  });
  expect(saves()).toEqual([]);
  expect(await pay({ ok: false, words: null })).toBe(false);
  expect(told().errorTickets).toEqual([messages.cardSetupFailed]);
  expect(store.get(checkout.doneAtom)).toBe(false);
});

test('a declined card says what to do, and the form is opened anew for another one', async () => {
  const declined = refused(400, 'saveSubscriptionRefused');
  const { store, checkout, pay, saves, told } = checkoutWith({ saving: [declined] });
  await store.set(checkout.openAtom);
  expect(await pay()).toBe(false);
  expect(told().errorTickets).toEqual([messages.saveSubscriptionRefused, ADVICE.declined]);
  expect(store.get(checkout.cardAtom)?.clientSecret).toBe('secret 2');
  // The same card again is another wish: the bank may have changed its mind.
  expect(await pay()).toBe(true);
  const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test('any other refusal tells what the server says and that it failed', async () => {
  const { store, checkout, pay, told } = checkoutWith({ saving: [refused(401, 'emailNotProven')] });
  expect(await pay()).toBe(false);
  expect(told().errorTickets).toEqual([messages.emailNotProven, messages.cardUpdateFailed]);
  expect(store.get(checkout.errorAtom)).toBe('emailNotProven');
});

test.each([
  ['lost', refused(0, 'unavailable')],
  ['an outage', refused(503, 'somethingWentWrong')],
])(
  'an answer that is %s: pressed again it is the same wish, so nothing is charged twice',
  async (_, outage) => {
    const { pay, saves, told } = checkoutWith({ saving: [outage] });
    expect(await pay()).toBe(false);
    expect(told().errorTickets).toEqual([messages.somethingWentWrong, ADVICE.unclear]);
    expect(await pay()).toBe(true);
    const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
  },
);

test('another card after a lost answer is another wish', async () => {
  const { pay, saves } = checkoutWith({ saving: [refused(0, 'unavailable')] });
  await pay();
  await pay({ ok: true, paymentMethodId: 'pm_2' });
  const [first, second] = saves().map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
});

test('pressed twice it is asked and sent once', async () => {
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

test('once the card is saved, only what comes after it is tried again', async () => {
  const { store, checkout, pay, saves, told, finish, done } = checkoutWith();
  finish.mockResolvedValueOnce({ error: 'failedLogin', told: ['not in'] });
  expect(await pay()).toBe(false);
  expect(told()).toEqual({ error: true, errorTickets: ['not in'] });
  expect(store.get(checkout.errorAtom)).toBe('failedLogin');
  expect(done).not.toHaveBeenCalled();
  expect(await pay()).toBe(true);
  expect(saves()).toHaveLength(1);
  expect(finish).toHaveBeenCalledTimes(2);
});
