import { hash } from 'node:crypto';
import { networkOf } from '#platform/limits/network.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { compose, type MailTemplate, paragraph, readableInstant } from '#platform/mail/template.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { SignInDeps } from './sign-in.ts';

/** `at`: UTC ISO-8601; `timeZone`: IANA zone of the reader; `device`: in words. */
export function newDeviceLetter(facts: {
  readonly at: string;
  readonly timeZone: string;
  readonly device: string | null | undefined;
  readonly network: string;
}): MailTemplate {
  return compose({
    subject: 'New sign-in to your Tallyboard',
    title: 'A new device signed in',
    preview: 'If that was you, there is nothing to do.',
    blocks: [
      paragraph('Your account was signed in to with a device and from a network that are new to us.'),
      {
        kind: 'facts',
        rows: [
          ['When', readableInstant(facts.at, facts.timeZone)],
          ['Device', facts.device ?? 'Unknown device'],
          ['Network', facts.network],
        ],
      },
      paragraph('If that was you, there is nothing to do.'),
      paragraph(
        'If that was not you, reset your password at once: it signs everybody out of your account. Then delete the passkeys in your profile that you do not know, and tell your administrator.',
      ),
    ],
    why: 'You get this because your account was signed in to on a device that was not used before.',
  });
}

export type NewDevicesByMailDeps = {
  readonly outbox: Outbox;
  readonly accounts: Pick<Accounts, 'emailOf'>;
  readonly nameOf: (person: Person) => Promise<{ name: string } | null>;
};

/** Mails a person that a new device signed in from a new network: once for person, network and day. */
export function newDevicesByMail({
  outbox,
  accounts,
  nameOf,
}: NewDevicesByMailDeps): SignInDeps['tellNewDevice'] {
  return async ({ companyId, employeeId }, { at, address, device, timeZone }) => {
    const person = { companyId, employeeId };
    const [email, names] = await Promise.all([accounts.emailOf(person), nameOf(person)]);
    if (email === null) return;
    const network = networkOf(address);
    const cause = hash('sha256', JSON.stringify([employeeId, network, at.slice(0, 10)]), 'base64url');
    const id = `new device ${cause}`;
    const letter = newDeviceLetter({ at, timeZone, device, network });
    await outbox.post({ to: { name: names?.name ?? '', address: email }, ...letter }, { id, companyId });
    outbox.nudge(id);
  };
}
