import { atom } from 'jotai';
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
