import { isEmail } from '#contracts/email.ts';
import { confirmEmail } from '#contracts/endpoints/password-reset.endpoints.ts';
import { createForm } from '../../kit/forms/form.atoms.ts';
import { failureIfGeneric } from '../../kit/forms/generic-errors.ts';
import { passwordResetAtom } from './password-reset.atoms.ts';

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
