import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { confirmEmail, registerCompany } from '#contracts/endpoints/registration.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { checkRegistrantPassword } from '#contracts/password.ts';
import { isEmail } from '#contracts/text.ts';
import { createForm, failureIfGeneric, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { successAlert } from '../../ui/alert.ts';
import { NO_COMPANY, registrationAtom } from './registration.atoms.ts';

type Reply = ReplyOf<typeof registerCompany>;

export type RegisterDraft = {
  firstName: string;
  lastName: string;
  companyName: string;
  email: string;
  /** Empty until chosen. */
  employeeCount: string;
  password: string;
  confirmPassword: string;
};

const EMPTY: RegisterDraft = {
  firstName: '',
  lastName: '',
  companyName: '',
  email: '',
  employeeCount: '',
  password: '',
  confirmPassword: '',
};
export const NO_PASSWORDS = { password: '', confirmPassword: '' } satisfies Partial<RegisterDraft>;
const ALL = Object.keys(EMPTY) as (keyof RegisterDraft)[];
const PASSWORDS = Object.keys(NO_PASSWORDS) as (keyof RegisterDraft)[];

/** Step one. It is done when the code for step two was mailed. */
export const registerForm = createForm<RegisterDraft, typeof registerCompany>({
  start: () => EMPTY,
  check: problemOf,
  async send(api, draft, idempotencyKey, _get, set) {
    const email = draft.email.trim();
    const registered = await api.call(registerCompany, { body: { ...draft, email }, idempotencyKey });
    if (!registered.ok) return registered;
    const { companyId, employeeExists, message } = registered.reply;
    if (companyId === NO_COMPANY) {
      return { ok: false, status: 409, error: employeeExists ? 'emailTaken' : 'companyNameTaken', message };
    }
    const mailed = await api.call(confirmEmail, { body: { username: email } });
    if (!mailed.ok) {
      // How long to wait says more than that it failed.
      if (mailed.error === 'tooManyRequests') return mailed;
      return { ...mailed, error: 'unableToVerifyEmail', message: messages.unableToVerifyEmail };
    }
    const { companyName, employeeCount } = draft;
    const { otpId } = mailed.reply;
    set(registrationAtom, { email, companyName, employeeCount, companyId, otpId });
    // Step two shows it again: here it is visible for a moment only.
    const news = newsOf(registered.reply);
    const next = news ? await import('./email-verification.atoms.ts').catch(() => null) : null;
    if (news && next) set(next.emailVerification.form.alertAtom, successAlert(news));
    return registered;
  },
  success: newsOf,
  fieldsOf,
  failure: failureIfGeneric('registrationCallFailed'),
  // Step two may lead back here; the passwords are typed again then.
  next: (sent) => ({ ...sent, ...NO_PASSWORDS }),
});

/** The message for a company that exists already; the registrant continues all the same. */
export function newsOf({ companyExists, employeeExists }: Reply): string {
  return companyExists && employeeExists ? messages.companyExists : '';
}

/** The checks, in the order of the specification. */
function problemOf(draft: RegisterDraft): Problem<RegisterDraft> | null {
  const missing = missingIn(draft, ALL);
  if (missing.length > 0) return { error: 'allFieldsRequired', fields: missing };
  if (!isEmail(draft.email.trim())) return { error: 'invalidRegistrationEmail', fields: ['email'] };
  const password = checkRegistrantPassword(draft.password);
  if (!password.ok) return { error: password.code, fields: ['password'] };
  if (draft.confirmPassword !== draft.password)
    return { error: 'passwordsShouldMatch', fields: ['confirmPassword'] };
  return null;
}

function fieldsOf(error: MessageCode, draft: RegisterDraft): readonly (keyof RegisterDraft)[] {
  switch (error) {
    case 'emailTaken':
    case 'invalidRegistrationEmail':
    case 'unableToVerifyEmail':
      return ['email'];
    case 'companyNameTaken':
      return ['companyName'];
    case 'weakPassword':
    case 'commonPassword':
    case 'tooLong':
      return PASSWORDS;
    case 'allFieldsRequired':
      return missingIn(draft, ALL);
    default:
      return [];
  }
}
