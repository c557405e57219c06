import { isEmail } from '#contracts/email.ts';
import { resetPassword } from '#contracts/endpoints/password-reset.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { refusedChoice } from '#contracts/password.ts';
import { createForm, type Problem } from '../../app/forms/form.atoms.ts';
import { whereUnexplained } from '../../app/forms/unexplained.ts';
import { passwordResetAtom } from './password-reset.atoms.ts';

export type NewPasswordDraft = { newPassword: string; confirmPassword: string };

export const NO_PASSWORDS: NewPasswordDraft = { newPassword: '', confirmPassword: '' };
const BOTH = ['newPassword', 'confirmPassword'] as const;
/** Those that are about the password, and no others. */
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
    const refused = refusedChoice(draft.newPassword);
    if (refused) return { error: refused, fields: ['newPassword'] };
    const isSame = draft.confirmPassword === draft.newPassword;
    return isSame ? null : { error: 'passwordsNOtSame', fields: ['confirmPassword'] };
  },
  send(api, { newPassword }, _key, get) {
    const { email: username, otpId } = get(passwordResetAtom);
    return api.call(resetPassword, { body: { newPassword, username, otpId } });
  },
  fieldsOf: (error) => (PASSWORD_REFUSALS.has(error) ? BOTH : []),
  failure: whereUnexplained('internalServerError'),
  success: 'passwordChanged',
  next: () => NO_PASSWORDS,
});
