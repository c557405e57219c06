import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { emailVerification } from './email-verification.atoms.ts';
import { registrationAtom } from './registration.atoms.ts';

const held = {
  email: 'ana@example.test',
  companyName: 'Ana',
  employeeCount: '0-20',
  companyId: 'c1',
  otpId: 'o1',
};
const { form, resendAtom } = emailVerification;

function verificationWith(verify = replied({ message: 'right', next: 'card' })) {
  const store = createStore();
  const api = createFakeApi({
    '/registration/verify-otp': () => verify,
    '/registration/resend-otp': () => replied({ message: 'sent', otpId: 'o2' }),
  });
  store.set(apiAtom, api);
  store.set(registrationAtom, held);
  store.set(form.typeAtom, { code: '123456' });
  return { store, api };
}

test('the code is checked with the otpId of this registration', async () => {
  const { store, api } = verificationWith();
  expect(await store.set(form.submitAtom)).toMatchObject({ next: 'card' });
  expect(api.sent[0]?.body).toEqual({ otp: '123456', id: 'o1' });
});

test('a resend stores the new otpId and nothing else', async () => {
  const { store, api } = verificationWith();
  await store.set(resendAtom);
  expect(api.sent[0]?.body).toEqual({ username: 'ana@example.test' });
  expect(store.get(registrationAtom)).toEqual({ ...held, otpId: 'o2' });
});

test('a wrong code does not open the next step', async () => {
  const { store } = verificationWith(refused(400, 'wrongPasscode'));
  expect(await store.set(form.submitAtom)).toBeNull();
  expect(store.get(form.alertAtom)).toEqual({ isError: true, messages: ['Wrong passcode.'] });
});
