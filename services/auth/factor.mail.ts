import type { AccessNote, AccessNotes } from '#platform/access/access-notes.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { compose, type MailTemplate, paragraph, readableInstant } from '#platform/mail/template.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { TellFactor } from './second-factors.ts';

const WORDS = {
  'app added': [
    'An authenticator app was set up',
    'Your password now needs a code of the app, or a recovery code.',
  ],
  'app removed': [
    'Your authenticator app was removed',
    'Your password signs you in without a code again. The recovery codes work no more.',
  ],
  'factors reset': [
    'Your second factor was reset',
    'An administrator of your company deleted your authenticator app, recovery codes and passkeys, and signed you out everywhere. Your password signs you in.',
  ],
  'sessions ended': [
    'You were signed out everywhere',
    'An administrator of your company ended all your sessions. Sign in again to go on.',
  ],
  'codes made': ['New recovery codes were made', 'The former recovery codes work no more.'],
  'code used': [
    'A recovery code was used',
    'It works no more. Make new ones in your profile when few are left.',
  ],
} as const;

export type FactorChange = keyof typeof WORDS;

/** `at`: UTC ISO-8601; `timeZone`: IANA zone of the reader. */
export function secondFactorLetter(facts: {
  readonly change: FactorChange;
  readonly at: string;
  readonly timeZone: string;
}): MailTemplate {
  const { change, at, timeZone } = facts;
  const [title, means] = WORDS[change];
  return compose({
    subject: `${title}: your Tallyboard`,
    title,
    preview: means,
    blocks: [
      paragraph(`${title} on ${readableInstant(at, timeZone)}.`),
      paragraph(means),
      paragraph(
        'If that was not you, your password is known to others: reset it now, look through your profile and tell your administrator.',
      ),
    ],
    why: 'You get this because the way you sign in changed.',
  });
}

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

export type LetterDeps = {
  readonly access: Pick<AccessNotes, 'note'>;
  readonly accounts: Pick<Accounts, 'emailOf' | 'timeZoneOf'>;
  readonly outbox: Outbox;
  readonly nameOf: (person: Person) => Promise<{ name: string } | null>;
  /** UTC ISO-8601. */
  readonly now: () => string;
};

/**
 * The mail about a change of a person's factors, and its entry in the access history: `tell` writes both in the transaction
 * of the change, and `done` wakes the sender after it; `post` does both without one.
 */
export async function letterTo(
  { companyId, employeeId }: Person,
  change: FactorChange,
  note: AccessNote,
  { access, accounts, nameOf, outbox, now }: LetterDeps,
): Promise<{ tell: TellFactor; done: () => void; post: () => Promise<void> }> {
  const person = { companyId, employeeId };
  const at = now();
  const [address, named, timeZone] = await Promise.all([
    accounts.emailOf(person),
    nameOf(person),
    accounts.timeZoneOf(person),
  ]);
  const id = `second factor ${newId()}`;
  const post = async (client?: Parameters<TellFactor>[0]) => {
    await access.note(note, client);
    if (address === null) return;
    const to = { name: named?.name ?? address, address };
    await outbox.post({ to, ...secondFactorLetter({ change, at, timeZone }) }, { id, companyId }, client);
  };
  const done = () => outbox.nudge(id);
  return { tell: post, done, post: () => post().then(done) };
}
