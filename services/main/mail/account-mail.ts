import { hash } from 'node:crypto';
import { passwordChangedLetter } from '#platform/mail/letters/password-changed.letter.ts';
import { registrationCodeLetter } from '#platform/mail/letters/registration-code.letter.ts';
import { resetCodeLetter } from '#platform/mail/letters/reset-code.letter.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { OneTimeCodesDeps } from '#services/auth/one-time-codes.ts';
import type { PasswordResetDeps } from '#services/auth/password-reset.routes.ts';

/** Puts a code into a letter and that into the outbox; when the code is worthless the letter is, too. */
export function codesByMail(outbox: Outbox): OneTimeCodesDeps['send'] {
  return ({ flow, to, code, causedBy, companyId, validUntil }) => {
    const letter = flow === 'registration' ? registrationCodeLetter({ code }) : resetCodeLetter({ code });
    const options = { id: `code ${causedBy}`, companyId, notAfter: validUntil, secret: true };
    return outbox.post({ to, ...letter }, options);
  };
}

/** Tells a person that his password was changed, in the time of his zone. */
export function changesByMail(
  outbox: Outbox,
  timeZoneOf: (person: { companyId: string; employeeId: string }) => Promise<string>,
): PasswordResetDeps['tellChanged'] {
  return async (person, at) => {
    const { companyId, employeeId, name, email } = person;
    const letter = passwordChangedLetter({ at, timeZone: await timeZoneOf(person) });
    const cause = hash('sha256', `${companyId} ${employeeId} ${at}`, 'base64url');
    await outbox.post(
      { to: { name, address: email }, ...letter },
      { id: `password changed ${cause}`, companyId },
    );
  };
}
