import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { newPasswordForm } from './new-password.atoms.ts';
import {
  confirmEmailForm,
  forgetResetAtom,
  passwordResetAtom,
  proveAtom,
  resetStepAtom,
  verifyCode,
} from './password-reset.atoms.ts';

type Answer = ReturnType<typeof replied>;
const CHOSEN = { newPassword: 'Loud-otter', confirmPassword: 'Loud-otter' };

function resetWith(answers: Partial<Record<'mail' | 'verify' | 'resend' | 'reset', Answer>> = {}) {
  const store = createStore();
  const api = createFakeApi({
    '/employees/confirmemail': () => answers.mail ?? replied({ message: 'sent', otpId: 'o1' }),
    '/employees/resendotp': () => answers.resend ?? replied({ message: 'sent', otpId: 'o2' }),
    '/employees/verifyotp': () => answers.verify ?? replied({ message: 'right' }),
    '/employees/resetpassword': () => answers.reset ?? replied({ message: messages.passwordChanged }),
  });
  store.set(apiAtom, api);
  return { store, api };
}

/** A reset whose code was right. */
function provenWith(reset?: Answer) {
  const world = resetWith(reset ? { reset } : {});
  world.store.set(passwordResetAtom, { email: 'ana@example.test', otpId: 'o1', proven: 'o1' });
  world.store.set(newPasswordForm.typeAtom, CHOSEN);
  return world;
}

describe('the email', () => {
  test('receives a code, which opens the next step', async () => {
    const { store, api } = resetWith();
    expect(store.get(resetStepAtom)).toBe('email');
    store.set(confirmEmailForm.typeAtom, { email: ' ana@example.test ' });
    expect(await store.set(confirmEmailForm.submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({ username: 'ana@example.test' });
    expect(store.get(passwordResetAtom)).toEqual({ email: 'ana@example.test', otpId: 'o1', proven: '' });
    expect(store.get(resetStepAtom)).toBe('code');
  });

  test.each(['', 'ana', 'ana@example', 'a b@example.test'])('%j is no email', async (email) => {
    const { store, api } = resetWith();
    store.set(confirmEmailForm.typeAtom, { email });
    expect(await store.set(confirmEmailForm.submitAtom)).toBeNull();
    expect(store.get(confirmEmailForm.alertAtom)).toEqual({ isError: true, messages: ['invalid email'] });
    expect(store.get(confirmEmailForm.refusedAtom)).toEqual(['email']);
    expect(api.sent).toEqual([]);
  });

  test.each([
    [
      refused(404, 'noSuchEmail'),
      ['No such email. Please contact your administrator if this is unexpected.'],
      ['email'],
    ],
    [refused(500, 'internalServerError'), ['Internal server errror. Please contact your administrator'], []],
    [refused(429, 'tooManyRequests'), [messages.tooManyRequests], []],
  ] as const)('that is not mailed to stays in the form: %#', async (mail, shown, fields) => {
    const { store } = resetWith({ mail });
    store.set(confirmEmailForm.typeAtom, { email: 'ana@example.test' });
    await store.set(confirmEmailForm.submitAtom);
    expect(store.get(confirmEmailForm.alertAtom)).toEqual({ isError: true, messages: shown });
    expect(store.get(confirmEmailForm.refusedAtom)).toEqual(fields);
    expect(store.get(confirmEmailForm.draftAtom).email).toBe('ana@example.test');
    expect(store.get(resetStepAtom)).toBe('email');
  });
});

describe('the code', () => {
  const { form, resendAtom } = verifyCode;

  test('opens the next step only when it is right', async () => {
    const { store, api } = resetWith();
    store.set(passwordResetAtom, { email: 'ana@example.test', otpId: 'o1', proven: '' });
    store.set(form.typeAtom, { code: '123456' });
    expect(await store.set(form.submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({ otp: '123456', id: 'o1' });
    expect(store.get(resetStepAtom)).toBe('code');
    store.set(proveAtom);
    expect(store.get(resetStepAtom)).toBe('password');
  });

  test('that is mailed again must be checked again', async () => {
    const { store } = provenWith();
    expect(await store.set(resendAtom)).toBe(true);
    expect(store.get(passwordResetAtom)).toEqual({ email: 'ana@example.test', otpId: 'o2', proven: 'o1' });
    expect(store.get(resetStepAtom)).toBe('code');
  });
});

describe('the new password', () => {
  test('is changed with the checked code, and cleared from the form', async () => {
    const { store, api } = provenWith();
    expect(await store.set(newPasswordForm.submitAtom)).not.toBeNull();
    expect(api.sent[0]?.body).toEqual({
      newPassword: 'Loud-otter',
      username: 'ana@example.test',
      otpId: 'o1',
    });
    expect(store.get(newPasswordForm.alertAtom)).toEqual({
      isError: false,
      messages: [messages.passwordChanged],
    });
    expect(store.get(newPasswordForm.draftAtom)).toEqual({ newPassword: '', confirmPassword: '' });
    store.set(forgetResetAtom);
    expect(store.get(resetStepAtom)).toBe('email');
  });

  test.each([
    ['Sh-rt7', 'Sh-rt7', 'newPassword', 'The password should be at least 8 characters long'],
    ['quiet-otter', 'other', 'newPassword', 'The password should include at least one capital letter'],
    [
      'Quietotter',
      'other',
      'newPassword',
      'The password should contain at least one symbol. Eg: @, !, #, etc.',
    ],
    ['Quiet otter', 'x', 'newPassword', 'The password should contain at least one symbol. Eg: @, !, #, etc.'],
    ['Quiet-otter', 'Quiet-other', 'confirmPassword', 'The passwords do not match'],
  ] as const)(
    '%j, then %j is refused',
    { tags: ['spec-5.29'] },
    async (newPassword, confirmPassword, field, message) => {
      const { store, api } = provenWith();
      store.set(newPasswordForm.typeAtom, { newPassword, confirmPassword });
      expect(await store.set(newPasswordForm.submitAtom)).toBeNull();
      expect(store.get(newPasswordForm.alertAtom)).toEqual({ isError: true, messages: [message] });
      expect(store.get(newPasswordForm.refusedAtom)).toEqual([field]);
      expect(store.get(newPasswordForm.draftAtom)).toEqual({ newPassword, confirmPassword });
      expect(api.sent).toEqual([]);
    },
  );

  test('needs an email', { tags: ['spec-5.29'] }, async () => {
    const { store, api } = provenWith();
    store.set(passwordResetAtom, { email: 'nobody', otpId: 'o1', proven: 'o1' });
    expect(await store.set(newPasswordForm.submitAtom)).toBeNull();
    expect(store.get(newPasswordForm.alertAtom).messages).toEqual(['Please provide a valid email address']);
    expect(api.sent).toEqual([]);
  });

  test.each([
    [refused(400, 'commonPassword'), [messages.commonPassword], ['newPassword', 'confirmPassword']],
    [refused(400, 'wrongPasscode'), ['Wrong passcode.'], []],
    [refused(500, 'internalServerError'), ['Internal server errror. Please contact your administrator'], []],
    [refused(0, 'unavailable'), [messages.unavailable, messages.internalServerError], []],
  ] as const)(
    'that the server refuses stays in the form: %#',
    { tags: ['spec-8.26'] },
    async (answer, shown, fields) => {
      const { store } = provenWith(answer);
      expect(await store.set(newPasswordForm.submitAtom)).toBeNull();
      expect(store.get(newPasswordForm.alertAtom)).toEqual({ isError: true, messages: shown });
      expect(store.get(newPasswordForm.refusedAtom)).toEqual(fields);
      expect(store.get(newPasswordForm.draftAtom)).toEqual(CHOSEN);
    },
  );
});
