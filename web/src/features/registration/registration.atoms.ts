import { atom } from 'jotai';
import { parseTexts, sessionStorageAtom } from '../../kit/session/session-storage.atoms.ts';

/** The state of a registration across its steps; without a password. */
export type Registration = {
  readonly email: string;
  readonly companyName: string;
  readonly employeeCount: string;
  /** Negative means none. */
  readonly companyId: string;
  /** The id of the last mailed code. */
  readonly otpId: string;
};

export const NO_COMPANY = '-1';
const NO_REGISTRATION: Registration = {
  email: '',
  companyName: '',
  employeeCount: '',
  companyId: NO_COMPANY,
  otpId: '',
};
const NAMES = ['email', 'companyName', 'employeeCount', 'companyId', 'otpId'] as const;

/** Survives a reload of the page and ends with the tab. */
export const registrationAtom = sessionStorageAtom<Registration>(
  'tallyboard.registration',
  NO_REGISTRATION,
  (kept) => parseTexts(kept, NAMES),
);

/** Without a company id and an email the pages of the next steps redirect to /register. */
export const isRegisteringAtom = atom((get) => {
  const { email, companyId } = get(registrationAtom);
  return email !== '' && companyId !== '' && !companyId.startsWith('-');
});

/** Called after the last step. */
export const forgetRegistrationAtom = atom(null, (_get, set) => set(registrationAtom, NO_REGISTRATION));
