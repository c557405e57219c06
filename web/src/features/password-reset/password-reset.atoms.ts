import { atom } from 'jotai';
import { confirmEmail, resendOtp, verifyOtp } from '#contracts/endpoints/password-reset.endpoints.ts';
import { isEmail } from '#contracts/text.ts';
import { createCodeForm } from '../../kit/forms/code-form.atoms.ts';
import { createForm, failureIfGeneric } from '../../kit/forms/form.atoms.ts';
import { parseTexts, sessionStorageAtom } from '../../kit/session/session-storage.atoms.ts';

/** The state of a reset across its steps. `proven` is the otpId whose code was right, empty before. */
export type PasswordReset = { readonly email: string; readonly otpId: string; readonly proven: string };

const NO_RESET: PasswordReset = { email: '', otpId: '', proven: '' };

/** Survives a reload of the page and ends with the tab. */
export const passwordResetAtom = sessionStorageAtom<PasswordReset>('tallyboard.reset', NO_RESET, (kept) =>
  parseTexts(kept, ['email', 'otpId', 'proven']),
);

/** The current step; the pages of the other steps redirect to it. */
export const resetStepAtom = atom((get): 'email' | 'code' | 'password' => {
  const { email, otpId, proven } = get(passwordResetAtom);
  if (email === '' || otpId === '') return 'email';
  return proven === otpId ? 'password' : 'code';
});

export const forgetResetAtom = atom(null, (_get, set) => set(passwordResetAtom, NO_RESET));

/** Step one: the address that the code is mailed to. */
export const confirmEmailForm = createForm<{ email: string }, typeof confirmEmail>({
  start: () => ({ email: '' }),
  check: ({ email }) => (isEmail(email.trim()) ? null : { error: 'invalidEmail', fields: ['email'] }),
  async send(api, draft, _key, _get, set) {
    const email = draft.email.trim();
    const answer = await api.call(confirmEmail, { body: { username: email } });
    if (answer.ok) set(passwordResetAtom, { email, otpId: answer.reply.otpId, proven: '' });
    return answer;
  },
  fieldsOf: (error) => (error === 'invalidEmail' || error === 'noSuchEmail' ? ['email'] : []),
  failure: failureIfGeneric('internalServerError'),
});

/** Step two: the person who reads the mail may choose a password. */
export const verifyCode = createCodeForm({
  mailedAtom: atom(
    (get) => get(passwordResetAtom),
    (get, set, otpId: string) => set(passwordResetAtom, { ...get(passwordResetAtom), otpId }),
  ),
  verify: (api, body) => api.call(verifyOtp, { body }),
  resend: (api, username) => api.call(resendOtp, { body: { username } }),
});

/** The code was right: the password follows. */
export const proveAtom = atom(null, (get, set) => {
  const reset = get(passwordResetAtom);
  set(passwordResetAtom, { ...reset, proven: reset.otpId });
});
