import { compose, type MailTemplate, paragraph, readableInstant } from '#platform/mail/template.ts';

/** `name`: of the passkey; `at`: UTC ISO-8601; `timeZone`: IANA zone of the reader. */
export function passkeyLetter(facts: {
  readonly change: 'added' | 'deleted';
  readonly name: string;
  readonly at: string;
  readonly timeZone: string;
}): MailTemplate {
  const { change, name, at, timeZone } = facts;
  return compose({
    subject: change === 'added' ? 'A passkey was added to your Tallyboard' : 'A passkey of yours was deleted',
    title: change === 'added' ? 'A passkey was added' : 'A passkey was deleted',
    preview: change === 'added' ? 'It can sign you in.' : 'It signs in no more.',
    blocks: [
      paragraph(`The passkey "${name}" was ${change} on ${readableInstant(at, timeZone)}.`),
      paragraph(
        change === 'added'
          ? 'It signs you in without your password, until you delete it in your profile.'
          : 'Nothing signs in with it any more. Where you are signed in, you stay so.',
      ),
      paragraph(
        'If that was not you, sign out everywhere else in your profile, delete passkeys that you do not know, reset your password and tell your administrator.',
      ),
    ],
    why: `You get this because a passkey of your account was ${change}.`,
  });
}
