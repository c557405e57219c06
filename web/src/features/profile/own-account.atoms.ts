import { atom } from 'jotai';
import { askForEmail, changeEmail, changePassword } from '#contracts/endpoints/own-account.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { checkChosenPassword } from '#contracts/password.ts';
import { isEmail } from '#contracts/text.ts';
import { createForm, failureIfGeneric } from '../../kit/forms/form.atoms.ts';
import { loadSessionAtom } from '../../kit/session/session.atoms.ts';

export const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' };
const AGAINST_CURRENT: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'wrongPassword',
  'tooManyRequests',
  'tooManyGuesses',
]);

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

export const NO_EMAIL = { newEmail: '', currentPassword: '' };

/** What a code was mailed for; null before. The password is sent again with the code, and is in no storage. */
export const mailedAtom = atom<(typeof NO_EMAIL & { readonly otpId: string }) | null>(null);

export const newEmailForm = createForm<typeof NO_EMAIL, typeof askForEmail>({
  start: () => NO_EMAIL,
  check({ newEmail, currentPassword }) {
    if (!isEmail(newEmail.trim())) return { error: 'invalidEmail', fields: ['newEmail'] };
    return currentPassword === '' ? { error: 'wrongPassword', fields: ['currentPassword'] } : null;
  },
  async send(api, draft, _key, _get, set) {
    const body = { ...draft, newEmail: draft.newEmail.trim() };
    const answer = await api.call(askForEmail, { body });
    if (answer.ok) set(mailedAtom, { ...body, otpId: answer.reply.otpId });
    return answer;
  },
  fieldsOf: (error) => (AGAINST_CURRENT.has(error) ? ['currentPassword'] : ['newEmail']),
  failure: failureIfGeneric('internalServerError'),
  next: () => NO_EMAIL,
});

export const codeForm = createForm<{ code: string }, typeof changeEmail>({
  start: () => ({ code: '' }),
  check: ({ code }) => (/^\d{6}$/.test(code.trim()) ? null : { error: 'wrongPasscode', fields: ['code'] }),
  send(api, { code }, _key, get) {
    const { otpId: id = '', ...proof } = get(mailedAtom) ?? { ...NO_EMAIL, otpId: '' };
    return api.call(changeEmail, { body: { ...proof, id, otp: code.trim() } });
  },
  fieldsOf: () => ['code'],
  failure: failureIfGeneric('internalServerError'),
  success: 'emailChanged',
  next: () => ({ code: '' }),
});

/** The email was changed: the shell shows the new one. */
export const emailChangedAtom = atom(null, (_get, set) => {
  set(mailedAtom, null);
  void set(loadSessionAtom);
});
