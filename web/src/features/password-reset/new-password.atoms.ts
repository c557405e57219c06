import { resetPassword } from '#contracts/endpoints/password-reset.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { checkChosenPassword } from '#contracts/password.ts';
import { isEmail } from '#contracts/text.ts';
import { createForm, failureIfGeneric, type Problem } from '../../kit/forms/form.atoms.ts';
import { passwordResetAtom } from './password-reset.atoms.ts';

type NewPasswordDraft = { newPassword: string; confirmPassword: string };

export const NO_PASSWORDS: NewPasswordDraft = { newPassword: '', confirmPassword: '' };
const BOTH = ['newPassword', 'confirmPassword'] as const;
/** Refusals about the password itself. */
const PASSWORD_REFUSALS: ReadonlySet<MessageCode> = new Set<MessageCode>([
  'tooShort',
  'tooLong',
  'lacksCapLetter',
  'lacksSymbol',
  'commonPassword',
]);

/** Step three. */
export const newPasswordForm = createForm<NewPasswordDraft, typeof resetPassword>({
  start: () => NO_PASSWORDS,
  check(draft, get): Problem<NewPasswordDraft> | null {
    if (!isEmail(get(passwordResetAtom).email)) return { error: 'invalidEmailAddress', fields: [] };
    const password = checkChosenPassword(draft.newPassword);
    if (!password.ok) return { error: password.code, fields: ['newPassword'] };
    const isSame = draft.confirmPassword === draft.newPassword;
    return isSame ? null : { error: 'passwordsNOtSame', fields: ['confirmPassword'] };
  },
  send(api, { newPassword }, _key, get) {
    const { email: username, otpId } = get(passwordResetAtom);
    return api.call(resetPassword, { body: { newPassword, username, otpId } });
  },
  fieldsOf: (error) => (PASSWORD_REFUSALS.has(error) ? BOTH : []),
  failure: failureIfGeneric('internalServerError'),
  success: 'passwordChanged',
  next: () => NO_PASSWORDS,
});
