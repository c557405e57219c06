import { atom } from 'jotai';
import { resendOtp, verifyOtp } from '#contracts/endpoints/registration.endpoints.ts';
import { createCodeForm } from '../../kit/forms/code-form.atoms.ts';
import { registrationAtom } from './registration.atoms.ts';

/** Step two: the person who reads the mail continues to the card, or to the sign-in of an existing account. */
export const emailVerification = createCodeForm({
  mailedAtom: atom(
    (get) => get(registrationAtom),
    (get, set, otpId: string) => set(registrationAtom, { ...get(registrationAtom), otpId }),
  ),
  verify: (api, body) => api.call(verifyOtp, { body }),
  resend: (api, username) => api.call(resendOtp, { body: { username } }),
});
