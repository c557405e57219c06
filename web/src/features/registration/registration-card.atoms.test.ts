import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { isLoggedIn } from '#contracts/endpoints/auth.endpoints.ts';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import * as endpoints from '#contracts/endpoints/registration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { timeZoneAtom } from '../../kit/clock.atoms.ts';
import { ADVICE } from '../../kit/forms/card-checkout.atoms.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { isRegisteringAtom, registrationAtom } from './registration.atoms.ts';
import { COMPANY_IS_IN, registrationCheckout } from './registration-card.atoms.ts';

const held = {
  email: 'a@acme.test',
  companyName: 'Acme',
  employeeCount: '0-20',
  companyId: 'c1',
  otpId: 'o',
};
const payer = { companyId: 'c1', companyName: 'Acme', email: 'a@acme.test' };

function registrant(reactions: Parameters<typeof createFakeApi>[0] = {}) {
  const me = anEmployee({ employee_type: 'super employee' });
  const api = createFakeApi({
    [endpoints.getConfig.path]: () => replied({ provider: 'sandbox', publishableKey: 'pk_sandbox' }),
    [endpoints.createSetupIntent.path]: () => replied({ clientSecret: 'secret' }),
    [endpoints.saveSubscription.path]: () => replied({ message: '', subscriptionIsActive: true }),
    [endpoints.loginAfterRegistration.path]: () => replied({ message: '', isLoggedIn: true }),
    [isLoggedIn.path]: () => replied({ isLoggedIn: false }),
    [getEmployee.path]: () => replied({ requestedData: [me], subscriptionIsActive: true }),
    ...reactions,
  });
  const store = createStore();
  store.set(apiAtom, api);
  store.set(timeZoneAtom, 'America/Toronto');
  store.set(registrationAtom, held);
  const checkout = registrationCheckout();
  const pay = () => store.set(checkout.payAtom, async () => ({ ok: true, paymentMethodId: 'pm_card_visa' }));
  return { store, api, checkout, pay, shown: () => store.get(checkout.alertAtom).messages };
}

const bodyOf = (api: ReturnType<typeof registrant>['api'], { path }: { path: string }) =>
  api.sent.filter((call) => call.path === path).map(({ body }) => body);

test('the card belongs to the kept registration, and its person is signed in', {
  tags: ['spec-4.14'],
}, async () => {
  const { store, api, checkout, pay, shown } = registrant();
  await store.set(checkout.openAtom);
  expect(bodyOf(api, endpoints.createSetupIntent)).toEqual([payer]);
  expect(await pay()).toBe(true);
  expect(bodyOf(api, endpoints.saveSubscription)).toEqual([{ ...payer, paymentMethodId: 'pm_card_visa' }]);
  expect(bodyOf(api, endpoints.loginAfterRegistration)).toEqual([
    { email: 'a@acme.test', tz: 'America/Toronto' },
  ]);
  expect(shown()).toEqual([messages.registrationComplete]);
  expect(store.get(sessionAtom)).toMatchObject({ state: 'signed in', subscriptionIsActive: true });
  expect(store.get(isRegisteringAtom)).toBe(false);
});

test('a declined card keeps the registration and shows what to do', async () => {
  const { store, pay, shown, api } = registrant({
    [endpoints.saveSubscription.path]: () => refused(400, 'saveSubscriptionRefused'),
  });
  expect(await pay()).toBe(false);
  expect(shown()).toEqual(['Something went wrong. Please contact us for further details', ADVICE.declined]);
  expect(store.get(isRegisteringAtom)).toBe(true);
  expect(bodyOf(api, endpoints.loginAfterRegistration)).toEqual([]);
});

test('an email that is no longer proven and a taken name show what the page offers', async () => {
  for (const error of ['emailNotProven', 'companyNameTaken'] as const) {
    const { store, checkout, pay, shown } = registrant({
      [endpoints.saveSubscription.path]: () => refused(409, error),
    });
    expect(await pay()).toBe(false);
    expect(shown()).toEqual([messages[error], messages.saveSubscriptionRefused]);
    expect(store.get(checkout.errorAtom)).toBe(error);
  }
});

test('a sign-in whose answer was lost counts when it succeeded', async () => {
  const { pay } = registrant({
    [endpoints.loginAfterRegistration.path]: () => refused(0, 'unavailable'),
    [isLoggedIn.path]: () => replied({ isLoggedIn: true }),
  });
  expect(await pay()).toBe(true);
});

test('a sign-in that fails leads to the log-in page, and nothing is saved twice', async () => {
  const { store, api, checkout, pay, shown } = registrant({
    [endpoints.loginAfterRegistration.path]: () => refused(401, 'emailNotProven'),
  });
  expect(await pay()).toBe(false);
  expect(shown()).toEqual([messages.somethingWentWrong, COMPANY_IS_IN]);
  expect(store.get(checkout.errorAtom)).toBe('failedLogin');
  expect(await pay()).toBe(false);
  expect(bodyOf(api, endpoints.saveSubscription)).toHaveLength(1);
});
