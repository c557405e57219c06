import { atom } from 'jotai';
import { resendOtp, verifyOtp } from '#contracts/endpoints/password-reset.endpoints.ts';
import { createCodeForm } from '../../kit/forms/code-form.atoms.ts';
import { passwordResetAtom } from './password-reset.atoms.ts';

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
