import { atom } from 'jotai';
import { readTexts, tabAtom } from '../../app/session/tab.atoms.ts';

/** What is kept from step to step of a registration; no password. */
export type Registration = {
  readonly email: string;
  readonly companyName: string;
  readonly employeeCount: string;
  /** A negative one means none. */
  readonly companyId: string;
  /** Of the code that was mailed last. */
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

/** Survives a reload of the page, and ends with the tab. */
export const registrationAtom = tabAtom<Registration>('tallyboard.registration', NO_REGISTRATION, (kept) =>
  readTexts(kept, NAMES),
);

/** Without a company id and an email there is no next step: its page leads to /register. */
export const isRegisteringAtom = atom((get) => {
  const { email, companyId } = get(registrationAtom);
  return email !== '' && companyId !== '' && !companyId.startsWith('-');
});

/** After the last step. */
export const forgetRegistrationAtom = atom(null, (_get, set) => set(registrationAtom, NO_REGISTRATION));
