import { compose, type MailTemplate, paragraph } from '#platform/mail/template.ts';

/** `code`: six digits. */
export function registrationCodeLetter({ code }: { readonly code: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard verification code',
    title: 'Verify your email',
    preview: 'The code is valid for 10 minutes.',
    blocks: [
      paragraph('Enter this code to go on with the registration of your company:'),
      { kind: 'code', code },
      paragraph('It is valid for 10 minutes and works once. A newer code replaces it.'),
      paragraph('Nobody from Tallyboard will ever ask you for this code.'),
    ],
    why: 'You get this because somebody entered this address to register a company. If that was not you, ignore it: nothing happens without the code.',
  });
}
