import { atom } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { askForEmail, changeEmail, changePassword } from '#contracts/endpoints/own-account.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { checkChosenPassword } from '#contracts/password.ts';
import { isEmail } from '#contracts/text.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createForm, failureIfGeneric } from '../../kit/forms/form.atoms.ts';
import { proveIdentity } from '../../kit/session/identity-question.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };
const AGAINST_CURRENT: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'wrongPassword',
  'tooManyRequests',
  'tooManyGuesses',
]);
const AGAINST_PASSKEY: ReadonlySet<MessageCode> = new Set<MessageCode>(['confirmIdentity', 'passkeyTooNew']);

export const passwordForm = createForm<typeof NO_PASSWORDS, typeof changePassword>({
  start: () => NO_PASSWORDS,
  check({ currentPassword, newPassword, confirmPassword }) {
    if (currentPassword === '') return { error: 'wrongPassword', fields: ['currentPassword'] };
    const checked = checkChosenPassword(newPassword);
    if (!checked.ok) return { error: checked.code, fields: ['newPassword'] };
    const isSame = confirmPassword === newPassword;
    return isSame ? null : { error: 'passwordsNOtSame', fields: ['confirmPassword'] };
  },
  send: (api, { currentPassword, newPassword }) =>
    api.call(changePassword, { body: { currentPassword, newPassword } }),
  fieldsOf: (error) => (AGAINST_CURRENT.has(error) ? ['currentPassword'] : ['newPassword']),
  failure: failureIfGeneric('internalServerError'),
  success: 'ownPasswordChanged',
  next: () => NO_PASSWORDS,
});

export const NO_EMAIL = { newEmail: '', currentPassword: '', byPasskey: false };

type Mailed = {
  readonly newEmail: string;
  /** Absent: a passkey stands for it. */
  readonly currentPassword?: string;
  readonly otpId: string;
};

/** What a code was mailed for; null before. The password is sent again with the code, and is in no storage. */
export const mailedAtom = atom<Mailed | null>(null);

/** Sends a call that goes without the password after a passkey: that is used when the server asks for it. */
async function withProof<E extends Endpoint>(
  api: ApiClient,
  send: () => Promise<Answer<E>>,
): Promise<Answer<E>> {
  const answer = await send();
  if (answer.ok || answer.error !== 'confirmIdentity') return answer;
  const problem = await proveIdentity(api, null);
  return problem === null ? send() : { ...answer, message: problem };
}

export const newEmailForm = createForm<typeof NO_EMAIL, typeof askForEmail>({
  start: () => NO_EMAIL,
  check({ newEmail, currentPassword, byPasskey }) {
    if (!isEmail(newEmail.trim())) return { error: 'invalidEmail', fields: ['newEmail'] };
    if (byPasskey || currentPassword !== '') return null;
    return { error: 'wrongPassword', fields: ['currentPassword'] };
  },
  async send(api, { newEmail, currentPassword, byPasskey }, _key, _get, set) {
    const body = { newEmail: newEmail.trim(), ...(!byPasskey && { currentPassword }) };
    const answer = await withProof(api, () => api.call(askForEmail, { body }));
    if (answer.ok) set(mailedAtom, { ...body, otpId: answer.reply.otpId });
    return answer;
  },
  fieldsOf(error) {
    if (AGAINST_PASSKEY.has(error)) return [];
    return AGAINST_CURRENT.has(error) ? ['currentPassword'] : ['newEmail'];
  },
  failure: failureIfGeneric('internalServerError'),
  next: () => NO_EMAIL,
});

export const codeForm = createForm<{ code: string }, typeof changeEmail>({
  start: () => ({ code: '' }),
  check: ({ code }) => (/^\d{6}$/.test(code.trim()) ? null : { error: 'wrongPasscode', fields: ['code'] }),
  send(api, { code }, _key, get) {
    const { otpId: id, ...proof } = get(mailedAtom) ?? { newEmail: '', otpId: '' };
    const body = { ...proof, id, otp: code.trim() };
    return withProof(api, () => api.call(changeEmail, { body }));
  },
  fieldsOf: (error) => (AGAINST_PASSKEY.has(error) ? [] : ['code']),
  failure: failureIfGeneric('internalServerError'),
  success: 'emailChanged',
  next: () => ({ code: '' }),
});

/** The email was changed: the shell shows the new one. */
export const emailChangedAtom = atom(null, (_get, set) => {
  set(mailedAtom, null);
  void set(loadSessionAtom);
});
