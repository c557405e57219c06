import { atom } from 'jotai';
import { readTexts, tabAtom } from '../../app/session/tab.atoms.ts';

/** What is kept from step to step of a reset. `proven` is the otpId whose code was right, empty before. */
export type PasswordReset = { readonly email: string; readonly otpId: string; readonly proven: string };

const NO_RESET: PasswordReset = { email: '', otpId: '', proven: '' };

/** Survives a reload of the page, and ends with the tab. */
export const passwordResetAtom = tabAtom<PasswordReset>('tallyboard.reset', NO_RESET, (kept) =>
  readTexts(kept, ['email', 'otpId', 'proven']),
);

/** Which step is next; the pages of the others lead there. */
export const resetStepAtom = atom((get): 'email' | 'code' | 'password' => {
  const { email, otpId, proven } = get(passwordResetAtom);
  if (email === '' || otpId === '') return 'email';
  return proven === otpId ? 'password' : 'code';
});

export const forgetResetAtom = atom(null, (_get, set) => set(passwordResetAtom, NO_RESET));
