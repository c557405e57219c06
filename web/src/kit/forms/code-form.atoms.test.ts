import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { resendOtp, verifyOtp } from '#contracts/endpoints/password-reset.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { NO_CODE } from '../../ui/code-digits.ts';
import { createCodeForm } from './code-form.atoms.ts';

type Reaction = Parameters<typeof createFakeApi>[0][string];
const mailed = () => replied({ message: messages.codeSent, otpId: 'second' });

function codeFormWith(verify: Reaction, resend: Reaction = mailed) {
  const store = createStore();
  const api = createFakeApi({ [verifyOtp.path]: verify, [resendOtp.path]: resend });
  store.set(apiAtom, api);
  const otpIdAtom = atom('first');
  const { form, resendAtom, mailedAtom } = createCodeForm({
    mailedAtom: atom(
      (get) => ({ email: 'ana@example.test', otpId: get(otpIdAtom) }),
      (_get, set, otpId: string) => set(otpIdAtom, otpId),
    ),
    verify: (client, body) => client.call(verifyOtp, { body }),
    resend: (client, username) => client.call(resendOtp, { body: { username } }),
  });
  return { store, api, form, resendAtom, mailedAtom };
}

test('a whole code is checked with its otpId, and cleared when it was right', async () => {
  const { store, api, form } = codeFormWith(() => replied({ message: 'right' }));
  store.set(form.typeAtom, { code: '012345' });
  expect(await store.set(form.submitAtom)).toEqual({ message: 'right' });
  expect(api.sent[0]?.body).toEqual({ otp: '012345', id: 'first' });
  expect(store.get(form.draftAtom).code).toBe(NO_CODE);
});

test.each([NO_CODE, '12345 ', '1 2345'])(
  '%j is no code and uses up no try',
  { tags: ['spec-5.32'] },
  async (code) => {
    const { store, api, form } = codeFormWith(() => replied({}));
    store.set(form.typeAtom, { code });
    expect(await store.set(form.submitAtom)).toBeNull();
    expect(store.get(form.alertAtom)).toEqual({ isError: true, messages: ['Wrong passcode.'] });
    expect(store.get(form.refusedAtom)).toEqual(['code']);
    expect(api.sent).toEqual([]);
  },
);

test('a wrong code shows an error and stays in its boxes', async () => {
  const { store, form } = codeFormWith(() => refused(400, 'wrongPasscode'));
  store.set(form.typeAtom, { code: '123456' });
  await store.set(form.submitAtom);
  expect(store.get(form.alertAtom).messages).toEqual(['Wrong passcode.']);
  expect(store.get(form.refusedAtom)).toEqual(['code']);
  expect(store.get(form.draftAtom).code).toBe('123456');
});

test('another code replaces the otpId, empties the boxes and says so', { tags: ['spec-4.13'] }, async () => {
  const { store, api, form, resendAtom, mailedAtom } = codeFormWith(() => replied({}));
  store.set(form.typeAtom, { code: '12    ' });
  expect(await store.set(resendAtom)).toBe(true);
  expect(api.sent[0]?.body).toEqual({ username: 'ana@example.test' });
  expect(store.get(mailedAtom).otpId).toBe('second');
  expect(store.get(form.draftAtom).code).toBe(NO_CODE);
  expect(store.get(form.alertAtom)).toEqual({ isError: false, messages: ['OTP sent to your email'] });
});

test('two requests at once mail one code', async () => {
  const { store, api, resendAtom } = codeFormWith(() => replied({}));
  expect(await Promise.all([store.set(resendAtom), store.set(resendAtom)])).toEqual([true, false]);
  expect(api.sent).toHaveLength(1);
});

test.each([
  [refused(500, 'internalServerError'), [messages.internalServerError]],
  [refused(0, 'unavailable'), [messages.unavailable, messages.internalServerError]],
  [refused(429, 'tooManyRequests'), [messages.tooManyRequests]],
])('a code that could not be mailed shows an error, and the typed digits stay: %#', async (answer, shown) => {
  const { store, form, resendAtom, mailedAtom } = codeFormWith(
    () => replied({}),
    () => answer,
  );
  store.set(form.typeAtom, { code: '12    ' });
  expect(await store.set(resendAtom)).toBe(false);
  expect(store.get(form.alertAtom)).toEqual({ isError: true, messages: shown });
  expect(store.get(form.draftAtom).code).toBe('12    ');
  expect(store.get(mailedAtom).otpId).toBe('first');
});
