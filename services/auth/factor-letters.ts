import type { AccessNote, AccessNotes } from '#platform/access/access-notes.ts';
import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import { type FactorChange, secondFactorLetter } from './factor.mail.ts';
import type { TellFactor } from './second-factors.ts';

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
