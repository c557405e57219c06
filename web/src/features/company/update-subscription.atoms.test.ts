import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import * as endpoints from '#contracts/endpoints/companies.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { getConfig } from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { ADVICE } from '../../app/forms/card-checkout.atoms.ts';
import { mayWorkAtom } from '../../app/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import {
  TO_CHANGE_CARD,
  updateCheckout,
  updatePlace,
  wantsToChangeCard,
} from './update-subscription.atoms.ts';

test('who pays already is sent to the dashboard, unless he came to change his card', () => {
  expect(updatePlace(undefined, null, false)).toBe('asking');
  expect(updatePlace(true, null, false)).toBe('dashboard');
  expect(updatePlace(true, null, true)).toBe('form');
  expect(updatePlace(false, null, false)).toBe('form');
  expect(updatePlace(false, null, true)).toBe('form');
});

test('a status check that fails leads to the dashboard, whatever the wish', () => {
  expect(updatePlace(undefined, 'noSuchCompany', true)).toBe('dashboard');
  expect(updatePlace(undefined, 'unavailable', false)).toBe('dashboard');
});

test('a form that is there stays, also when the status is asked for again in vain', () => {
  expect(updatePlace(false, 'unavailable', false)).toBe('form');
  expect(updatePlace(true, 'unavailable', true)).toBe('form');
});

test('only the link of the profile carries the wish to change the card', () => {
  expect(wantsToChangeCard(TO_CHANGE_CARD)).toBe(true);
  for (const state of [null, undefined, 'toChangeCard', {}]) expect(wantsToChangeCard(state)).toBe(false);
});

function payer(saving = replied({ message: '', subscriptionIsActive: true })) {
  const api = createFakeApi({
    [getConfig.path]: () => replied({ provider: 'sandbox', publishableKey: 'pk_sandbox' }),
    [endpoints.createSetupIntent.path]: () => replied({ clientSecret: 'secret' }),
    [endpoints.saveSubscription.path]: () => saving,
    [getEmployee.path]: () => replied({ requestedData: [anEmployee()], subscriptionIsActive: true }),
  });
  const store = createStore();
  store.set(apiAtom, api);
  const checkout = updateCheckout();
  const pay = () => store.set(checkout.payAtom, async () => ({ ok: true, paymentMethodId: 'pm_card_visa' }));
  return { store, checkout, pay, told: () => store.get(checkout.ticketsAtom).errorTickets };
}

test('with the new card the company may work before anybody is led on', async () => {
  const { store, pay, told } = payer();
  expect(store.get(mayWorkAtom)).toBe(false);
  expect(await pay()).toBe(true);
  expect(told()).toEqual(['Subscription updated. You will be redirected to the dashboard']);
  expect(store.get(mayWorkAtom)).toBe(true);
});

test('a card that fails says so, wherever it fails, and what to do', async () => {
  const words = 'update failed. Please ensure all the information provided are correct.';
  const { store, checkout, pay, told } = payer(refused(400, 'cardUpdateFailed'));
  expect(await pay()).toBe(false);
  expect(told()).toEqual([words, ADVICE.declined]);
  await store.set(checkout.payAtom, async () => ({ ok: false, words: 'Your card has expired.' }));
  expect(told()).toEqual([words, 'Your card has expired.']);
});

test('a conflict is told with the failure', async () => {
  const { pay, told } = payer(refused(409, 'conflict'));
  expect(await pay()).toBe(false);
  expect(told()).toEqual([messages.conflict, messages.cardUpdateFailed]);
});
