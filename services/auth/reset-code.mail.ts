import { compose } from '#platform/mail/template/compose.ts';
import { type MailTemplate, paragraph } from '#platform/mail/template/template.ts';

/** `code`: six digits. */
export function resetCodeLetter({ code }: { readonly code: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard password reset code',
    title: 'Reset your password',
    preview: 'The code is valid for 10 minutes.',
    blocks: [
      paragraph('Enter this code to choose a new password:'),
      { kind: 'code', code },
      paragraph('It is valid for 10 minutes and works once. A newer code replaces it.'),
      paragraph('Nobody from Tallyboard will ever ask you for this code.'),
    ],
    why: 'You get this because somebody asked to reset the password of this address. If that was not you, ignore it: your password stays as it is.',
  });
}
