import { createStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { codeForm, mailedAtom, newEmailForm } from './own-account.atoms.ts';

const device = vi.hoisted(() => ({ answer: {} as object }));
vi.mock('../../kit/session/passkey-device.ts', () => ({ signByPasskey: async () => device.answer }));
beforeEach(() => {
  device.answer = { ok: true, credential: 'signed' };
});

/** A server that wants a passkey before each call without a password. */
function profile() {
  const store = createStore();
  let isProven = false;
  const act = (reply: object) => () => {
    if (!isProven) return refused(403, 'confirmIdentity');
    isProven = false;
    return replied(reply);
  };
  const api = createFakeApi({
    '/employees/email/code': (sent) =>
      'currentPassword' in (sent.body as object)
        ? replied({ message: messages.codeSent, otpId: 'otp-1' })
        : act({ message: messages.codeSent, otpId: 'otp-1' })(),
    '/employees/email': act({ message: messages.emailChanged }),
    '/employees/confirm-identity/options': () => replied({ options: '{}' }),
    '/employees/confirm-identity': () => {
      isProven = true;
      return replied({ message: messages.identityConfirmed });
    },
  });
  store.set(apiAtom, api);
  store.set(newEmailForm.typeAtom, { newEmail: ' new@example.test ' });
  return { store, api, sent: () => api.sent.map(({ path, body }) => [path, body]) };
}

test('a new email goes with the password, or with a passkey that is used when the server asks', async () => {
  const { store, sent } = profile();
  store.set(newEmailForm.typeAtom, { byPasskey: true });
  await store.set(newEmailForm.submitAtom);
  const ask = ['/employees/email/code', { newEmail: 'new@example.test' }];
  const use = [
    ['/employees/confirm-identity/options', undefined],
    ['/employees/confirm-identity', { credential: 'signed' }],
  ];
  expect(sent()).toEqual([ask, ...use, ask]);
  expect(store.get(mailedAtom)).toEqual({ newEmail: 'new@example.test', otpId: 'otp-1' });

  store.set(codeForm.typeAtom, { code: '123456' });
  expect(await store.set(codeForm.submitAtom)).not.toBeNull();
  const change = ['/employees/email', { newEmail: 'new@example.test', id: 'otp-1', otp: '123456' }];
  expect(sent().slice(4)).toEqual([change, ...use, change]);
});

test('without either, nothing is sent; with a password no passkey is used', async () => {
  const { store, sent } = profile();
  await store.set(newEmailForm.submitAtom);
  expect(store.get(newEmailForm.refusedAtom)).toEqual(['currentPassword']);
  expect(sent()).toEqual([]);
  store.set(newEmailForm.typeAtom, { currentPassword: 'Quiet.otter' });
  await store.set(newEmailForm.submitAtom);
  const body = { newEmail: 'new@example.test', currentPassword: 'Quiet.otter' };
  expect(sent()).toEqual([['/employees/email/code', body]]);
  expect(store.get(mailedAtom)).toEqual({ ...body, otpId: 'otp-1' });
});

test('a passkey that was cancelled says so, and no field is to blame', async () => {
  const { store } = profile();
  device.answer = { ok: false, message: 'The passkey was cancelled' };
  store.set(newEmailForm.typeAtom, { byPasskey: true });
  await store.set(newEmailForm.submitAtom);
  expect(store.get(newEmailForm.alertAtom)).toEqual({
    isError: true,
    messages: ['The passkey was cancelled'],
  });
  expect(store.get(newEmailForm.refusedAtom)).toEqual([]);
  expect(store.get(mailedAtom)).toBeNull();
});
