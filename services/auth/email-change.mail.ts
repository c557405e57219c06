import { compose, type MailTemplate, paragraph } from '#platform/mail/template.ts';

/** `code`: six digits. */
export function emailCodeLetter({ code }: { readonly code: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard code for a new email',
    title: 'Prove your new email',
    preview: 'The code is valid for 10 minutes.',
    blocks: [
      paragraph('Enter this code in My Profile to sign in with this address from now on:'),
      { kind: 'code', code },
      paragraph('It is valid for 10 minutes and works once. A newer code replaces it.'),
      paragraph('Nobody from Tallyboard will ever ask you for this code.'),
    ],
    why: 'You get this because this address was entered as the new email of an account. If that was not you, ignore it: nothing happens without the code.',
  });
}

/** To the former address. `undoUrl` has a secret. */
export function emailChangedLetter(facts: { readonly to: string; readonly undoUrl: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard email was changed',
    title: 'Your email was changed',
    preview: 'You can undo it for seven days.',
    blocks: [
      paragraph(`You sign in to Tallyboard with ${facts.to} from now on, and no longer with this address.`),
      paragraph(
        'If you do not want that, undo it within seven days. This address is yours again then, everybody is signed out of your account, and you choose a new password.',
      ),
      paragraph(
        'Passkeys, an authenticator app and recovery codes that were added after the change are deleted with it.',
      ),
      { kind: 'button', label: 'Undo the change', url: facts.undoUrl },
    ],
    why: 'You get this because this was the address of an account until now.',
  });
}

/** To a former address that its mailbox never proved: it may be that of another person, so it names no new one. */
export function unprovenEmailChangedLetter({ company }: { readonly company: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard email was changed',
    title: 'Your email was changed',
    preview: 'This address signs in there no more.',
    blocks: [
      paragraph(`An employee of ${company} signs in to Tallyboard with another address from now on.`),
      paragraph('This address was never confirmed, so no link can restore it.'),
      paragraph('If you are that employee and do not want this, tell your manager.'),
    ],
    why: 'You get this because this address was entered for an employee.',
  });
}

/** To the wanted address. `proveUrl` has a secret. */
export function proveEmailLetter(facts: {
  readonly company: string;
  readonly proveUrl: string;
}): MailTemplate {
  return compose({
    subject: 'Please confirm your email for Tallyboard',
    title: 'Is this your email?',
    preview: 'One click, and you sign in with this address.',
    blocks: [
      paragraph(`A manager of ${facts.company} entered this address as your new email for Tallyboard.`),
      paragraph('Confirm it within seven days to sign in with it. Until then your former email stays.'),
      { kind: 'button', label: 'Confirm this email', url: facts.proveUrl },
    ],
    why: 'You get this because this address was entered for an employee. If that is not you, ignore it: nothing happens without the link.',
  });
}

/** To the present address. `refuseUrl` has a secret. */
export function emailWantedLetter(facts: { readonly to: string; readonly refuseUrl: string }): MailTemplate {
  return compose({
    subject: 'Your Tallyboard email is about to change',
    title: 'A manager wants to change your email',
    preview: 'It changes when the new address is confirmed.',
    blocks: [
      paragraph(`A manager of your company entered ${facts.to} as your new email.`),
      paragraph(
        'You sign in with this address until the new one is confirmed by a link that was mailed there.',
      ),
      paragraph('If that is not right, refuse it.'),
      { kind: 'button', label: 'Keep my email', url: facts.refuseUrl },
    ],
    why: 'You get this because this is the address of your account.',
  });
}

/** To an added employee. `url` has a secret. */
export function invitationLetter(facts: { readonly company: string; readonly url: string }): MailTemplate {
  return compose({
    subject: `${facts.company} invites you to Tallyboard`,
    title: 'You are invited',
    preview: 'Choose your password, and you are in.',
    blocks: [
      paragraph(
        `${facts.company} added you to Tallyboard, where you record your sales and see your commission.`,
      ),
      { kind: 'button', label: 'Accept the invitation', url: facts.url },
      paragraph('The link works once, for seven days. Your manager can send you a new one.'),
    ],
    why: 'You get this because this address was entered for an employee. If you do not know this company, ignore it: nothing happens without the link.',
  });
}
