import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { getConfig } from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { ADVICE } from '../../kit/forms/card-checkout.atoms.ts';
import { companyQuery } from '../../kit/queries/company.queries.ts';
import { isSubscriptionActiveAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  renewalAtom,
  renewalOffer,
  TO_CHANGE_CARD,
  updateCheckout,
  updatePlace,
  wantsToChangeCard,
} from './update-subscription.atoms.ts';

test('a company that pays already is sent to the dashboard, unless its card is to be changed', {
  tags: ['spec-4.17'],
}, () => {
  expect(updatePlace(undefined, null, false)).toBe('asking');
  expect(updatePlace(true, null, false)).toBe('dashboard');
  expect(updatePlace(true, null, true)).toBe('form');
  expect(updatePlace(false, null, false)).toBe('form');
  expect(updatePlace(false, null, true)).toBe('form');
});

test('a status check that fails leads to the dashboard, also for a change of the card', {
  tags: ['spec-4.17'],
}, () => {
  expect(updatePlace(undefined, 'noSuchCompany', true)).toBe('dashboard');
  expect(updatePlace(undefined, 'unavailable', false)).toBe('dashboard');
});

test('an open form stays, also when the status cannot be loaded again', () => {
  expect(updatePlace(false, 'unavailable', false)).toBe('form');
  expect(updatePlace(true, 'unavailable', true)).toBe('form');
});

test('only the link of the profile asks to change the card', () => {
  expect(wantsToChangeCard(TO_CHANGE_CARD)).toBe(true);
  for (const state of [null, undefined, 'toChangeCard', {}]) expect(wantsToChangeCard(state)).toBe(false);
});

function payer(saving = replied({ message: '', subscriptionIsActive: true })) {
  const api = createFakeApi({
    [getConfig.path]: () => replied({ provider: 'sandbox', publishableKey: 'pk_sandbox' }),
    [endpoints.createSetupIntent.path]: () => replied({ clientSecret: 'secret' }),
    [endpoints.getCompany.path]: () =>
      replied({ requestedData: [{ renewal: { charge: 190, next_billing_date: '2026-06-30' } }] }),
    [endpoints.saveSubscription.path]: () => saving,
    [getEmployee.path]: () => replied({ requestedData: [anEmployee()], subscriptionIsActive: true }),
  });
  const store = createStore();
  store.set(apiAtom, api);
  const checkout = updateCheckout();
  const pay = () => store.set(checkout.payAtom, async () => ({ ok: true, paymentMethodId: 'pm_card_visa' }));
  return { store, checkout, pay, texts: () => store.get(checkout.alertAtom).messages };
}

test('with the new card the subscription is active before the redirect', async () => {
  const { store, pay, texts } = payer();
  expect(store.get(isSubscriptionActiveAtom)).toBe(false);
  expect(await pay()).toBe(true);
  expect(texts()).toEqual(['Subscription updated. You will be redirected to the dashboard']);
  expect(store.get(isSubscriptionActiveAtom)).toBe(true);
});

test('a renewal names its amount and the next day before and after the charge', async () => {
  const { store, pay, texts } = payer();
  await store.set(companyQuery.loadAtom, null);
  const renewal = store.get(renewalAtom);
  expect(renewal && renewalOffer(renewal)).toBe(
    '$190.00 CAD is charged today, and the next charge is on Jun 30, 2026. There is no new trial.',
  );
  await pay();
  expect(texts()).toEqual([
    'Subscription updated. You will be redirected to the dashboard',
    '$190.00 CAD was charged today. The next charge is on Jun 30, 2026',
  ]);
});

test('a failed card shows an error and what to do, at whichever step it failed', async () => {
  const words = 'update failed. Please ensure all the information provided are correct.';
  const { store, checkout, pay, texts } = payer(refused(400, 'cardUpdateFailed'));
  expect(await pay()).toBe(false);
  expect(texts()).toEqual([words, ADVICE.declined]);
  await store.set(checkout.payAtom, async () => ({ ok: false, words: 'Your card has expired.' }));
  expect(texts()).toEqual([words, 'Your card has expired.']);
});

test('a conflict is shown with the failure', async () => {
  const { pay, texts } = payer(refused(409, 'conflict'));
  expect(await pay()).toBe(false);
  expect(texts()).toEqual([messages.conflict, messages.cardUpdateFailed]);
});
