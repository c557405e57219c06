import { compose, type MailTemplate, paragraph, readableInstant } from '#platform/mail/template.ts';

/** `code`: six digits; `company`: where the account is, if this address has not been proven yet. */
export function resetCodeLetter({
  code,
  company,
}: {
  readonly code: string;
  readonly company?: string | undefined;
}): MailTemplate {
  const account =
    company === undefined
      ? []
      : [
          paragraph(
            `It is for your account at ${company}. If that is not your company, do not use it: ask your manager for a new invitation.`,
          ),
        ];
  return compose({
    subject: 'Your Tallyboard password reset code',
    title: 'Reset your password',
    preview: 'The code is valid for 10 minutes.',
    blocks: [
      paragraph('Enter this code to choose a new password:'),
      { kind: 'code', code },
      ...account,
      paragraph('It is valid for 10 minutes and works once. A newer code replaces it.'),
      paragraph('Nobody from Tallyboard will ever ask you for this code.'),
    ],
    why: 'You get this because somebody asked to reset the password of this address. If that was not you, ignore it: your password stays as it is.',
  });
}

/** `at`: UTC ISO-8601; `timeZone`: IANA zone of the reader; `passkeys`: how many the reader has. */
export function passwordChangedLetter(facts: {
  readonly at: string;
  readonly timeZone: string;
  readonly passkeys: number;
}): MailTemplate {
  const { passkeys } = facts;
  const kept =
    passkeys === 0
      ? []
      : [
          paragraph(
            `Your ${passkeys === 1 ? 'passkey still signs' : `${passkeys} passkeys still sign`} you in. Look in your profile whether you know ${passkeys === 1 ? 'it' : 'all of them'}.`,
          ),
        ];
  return compose({
    subject: 'Your Tallyboard password was changed',
    title: 'Your password was changed',
    preview: 'You were signed out everywhere.',
    blocks: [
      paragraph(`Your password was changed on ${readableInstant(facts.at, facts.timeZone)}.`),
      paragraph('You were signed out on every device. Sign in with the new password to go on.'),
      ...kept,
      paragraph(
        'If that was not you, somebody reads your mail: secure your mailbox, reset the password again and tell your administrator.',
      ),
    ],
    why: 'You get this because the password of this address was changed.',
  });
}

/** The same for a signed-in person, by the current password. */
export function ownPasswordChangedLetter(facts: {
  readonly at: string;
  readonly timeZone: string;
}): MailTemplate {
  return compose({
    subject: 'Your Tallyboard password was changed',
    title: 'Your password was changed',
    preview: 'You were signed out on your other devices.',
    blocks: [
      paragraph(`Your password was changed on ${readableInstant(facts.at, facts.timeZone)}, in My Profile.`),
      paragraph('You were signed out on your other devices.'),
      paragraph(
        'If that was not you, your former password is known to others: reset the password now and tell your administrator.',
      ),
    ],
    why: 'You get this because the password of this address was changed.',
  });
}

/** The same for a first password that was replaced at a sign-in. */
export function firstPasswordReplacedLetter(facts: {
  readonly at: string;
  readonly timeZone: string;
}): MailTemplate {
  return compose({
    subject: 'Your Tallyboard password was changed',
    title: 'Your first password was replaced',
    preview: 'Your manager does not know the new one.',
    blocks: [
      paragraph(
        `Your first password was replaced on ${readableInstant(facts.at, facts.timeZone)}, at a sign-in.`,
      ),
      paragraph('The former one works no more, and you were signed out on other devices.'),
      paragraph(
        'If that was not you, your first password is known to others: reset the password now and tell your administrator.',
      ),
    ],
    why: 'You get this because the password of this address was changed.',
  });
}
