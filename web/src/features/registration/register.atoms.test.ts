import { createStore } from 'jotai';
import { describe, expect, test } from 'vitest';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createFakeApi, refused, replied } from '../../testing/fake-api.ts';
import { emailVerification } from './email-verification.atoms.ts';
import { type RegisterDraft, registerForm } from './register.atoms.ts';
import { registrationAtom } from './registration.atoms.ts';

const filled: RegisterDraft = {
  firstName: 'Grace',
  lastName: 'Hopper',
  companyName: 'Hopper & Daughters',
  email: ' grace@hopper.test ',
  employeeCount: '21-50',
  password: 'Quiet.otter7',
  confirmPassword: 'Quiet.otter7',
};
const registered = (changes: object = {}) =>
  replied({
    ...{ status: 'registered', message: messages.saved, companyId: 'c1' },
    ...{ companyExists: false, employeeExists: false },
    ...changes,
  });
const mailed = () => replied({ message: messages.codeSent, otpId: 'otp' });

function formWith(register = registered(), mail = mailed(), typed: Partial<RegisterDraft> = {}) {
  const store = createStore();
  const api = createFakeApi({
    '/registration/register-company': () => register,
    '/registration/confirm-email': () => mail,
  });
  store.set(apiAtom, api);
  store.set(registerForm.typeAtom, { ...filled, ...typed });
  const shown = () => store.get(registerForm.alertAtom);
  return { store, api, shown };
}

describe('the checks, in this order', { tags: ['spec-5.30'] }, () => {
  const wrongEverywhere = {
    lastName: ' ',
    email: 'grace@hopper',
    password: 'weak',
    confirmPassword: 'other',
  };

  test.each([
    ['all fields', wrongEverywhere, ['lastName'], 'allFieldsRequired'],
    [
      'every one of them',
      { employeeCount: '', password: '' },
      ['employeeCount', 'password'],
      'allFieldsRequired',
    ],
    ['the email', { ...wrongEverywhere, lastName: 'H' }, ['email'], 'invalidRegistrationEmail'],
    ['its tld of two letters', { email: 'grace@hopper.t' }, ['email'], 'invalidRegistrationEmail'],
    ['the password', { password: 'weak', confirmPassword: 'other' }, ['password'], 'weakPassword'],
    ['its capital letter', { password: 'quiet.otter7' }, ['password'], 'weakPassword'],
    ['its small letter', { password: 'QUIET.OTTER7' }, ['password'], 'weakPassword'],
    ['its digit', { password: 'Quiet.otter' }, ['password'], 'weakPassword'],
    ['its symbol', { password: 'Quietotter7' }, ['password'], 'weakPassword'],
    ['its length', { password: 'Qu.tt7x' }, ['password'], 'weakPassword'],
    ['its greatest length', { password: `Quiet.7${'x'.repeat(122)}` }, ['password'], 'tooLong'],
    ['its repetition', { confirmPassword: 'Quiet.otter8' }, ['confirmPassword'], 'passwordsShouldMatch'],
  ] as const)('%s', async (_what, typed, fields, message) => {
    const { store, api, shown } = formWith(registered(), mailed(), typed);
    expect(await store.set(registerForm.submitAtom)).toBeNull();
    expect(shown()).toEqual({ isError: true, messages: [messages[message]] });
    expect(store.get(registerForm.refusedAtom)).toEqual(fields);
    expect(api.sent).toEqual([]);
  });

  test('with the messages of the specification', () => {
    expect([
      messages.allFieldsRequired,
      messages.invalidRegistrationEmail,
      messages.passwordsShouldMatch,
    ]).toEqual([
      'All input fields marked with an asterix need to be completed',
      'Please provide a valid email',
      'The passwords should match',
    ]);
  });
});

describe('an accepted registration', () => {
  test('is sent as a whole, has its code mailed, and is kept for the next steps without its password', {
    tags: ['spec-3.21'],
  }, async () => {
    const { store, api } = formWith();
    expect(await store.set(registerForm.submitAtom)).not.toBeNull();
    expect(api.sent.map(({ path, body }) => [path, body])).toEqual([
      ['/registration/register-company', { ...filled, email: 'grace@hopper.test' }],
      ['/registration/confirm-email', { username: 'grace@hopper.test' }],
    ]);
    expect(store.get(registrationAtom)).toEqual({
      email: 'grace@hopper.test',
      companyName: 'Hopper & Daughters',
      employeeCount: '21-50',
      companyId: 'c1',
      otpId: 'otp',
    });
    expect(store.get(registerForm.draftAtom)).toEqual({ ...filled, password: '', confirmPassword: '' });
  });

  test('is sent once after two presses', async () => {
    const { store, api } = formWith();
    await Promise.all([store.set(registerForm.submitAtom), store.set(registerForm.submitAtom)]);
    expect(api.sent).toHaveLength(2);
  });

  test('of an existing company says so, here and at the next step', { tags: ['spec-4.15'] }, async () => {
    const { store, shown } = formWith(
      registered({
        status: 'exists',
        message: messages.companyExists,
        companyExists: true,
        employeeExists: true,
      }),
    );
    expect(await store.set(registerForm.submitAtom)).not.toBeNull();
    const news = {
      isError: false,
      messages: ['The company already exists. You will be redirected to the subscription page'],
    };
    expect(shown()).toEqual(news);
    expect(store.get(emailVerification.form.alertAtom)).toEqual(news);
    expect(store.get(registrationAtom).companyId).toBe('c1');
  });
});

describe('a refused registration', () => {
  test.each([
    ['companyNameTaken', { companyExists: true }, ['companyName']],
    ['emailTaken', { employeeExists: true }, ['email']],
    ['emailTaken', { companyExists: true, employeeExists: true }, ['email']],
  ] as const)('as %s stays here with what was typed: %j', async (code, exists, fields) => {
    const reply = { status: 'exists', companyId: '-1', message: messages[code], ...exists };
    const { store, api, shown } = formWith(registered(reply));
    expect(await store.set(registerForm.submitAtom)).toBeNull();
    expect(shown()).toEqual({ isError: true, messages: [messages[code]] });
    expect(store.get(registerForm.refusedAtom)).toEqual(fields);
    expect(store.get(registerForm.draftAtom)).toEqual(filled);
    expect(store.get(registrationAtom).email).toBe('');
    expect(api.sent).toHaveLength(1);
  });

  test.each([
    [500, 'internalServerError', [messages.internalServerError, messages.registrationCallFailed], []],
    [0, 'unavailable', [messages.unavailable, messages.registrationCallFailed], []],
    [429, 'tooManyRequests', [messages.tooManyRequests], []],
    [400, 'commonPassword', [messages.commonPassword], ['password', 'confirmPassword']],
  ] as const)('with %i %s tells why', async (status, code, alert, fields) => {
    const { store, shown } = formWith(refused(status, code));
    expect(await store.set(registerForm.submitAtom)).toBeNull();
    expect(shown()).toEqual({ isError: true, messages: alert });
    expect(store.get(registerForm.refusedAtom)).toEqual(fields);
    expect(store.get(registerForm.draftAtom)).toEqual(filled);
  });

  test('a failed call shows the message of the specification', () => {
    expect(messages.registrationCallFailed).toBe(
      'Something went wrong. Please make sure to complete all required fields',
    );
  });

  test.each([
    [500, 'internalServerError', 'Unable to verify the provide email'],
    [400, 'unableToVerifyEmail', 'Unable to verify the provide email'],
    [429, 'tooManyRequests', messages.tooManyRequests],
  ] as const)(
    'whose code is not mailed (%i %s) stays here too',
    { tags: ['spec-8.30'] },
    async (status, code, message) => {
      const { store, shown } = formWith(registered(), refused(status, code));
      expect(await store.set(registerForm.submitAtom)).toBeNull();
      expect(shown()).toEqual({ isError: true, messages: [message] });
      expect(store.get(registrationAtom).companyId).toBe('-1');
      expect(store.get(registerForm.draftAtom)).toEqual(filled);
    },
  );
});
