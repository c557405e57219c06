import { decodeIfReadable } from '#contracts/events/codec.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { paths } from '#contracts/paths.ts';
import type { ClaimKind } from '#contracts/pay/statement.ts';
import { type EventStore, isOwnEvent } from '#platform/event-store/event-store.port.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import { compose, type MailTemplate, paragraph } from '#platform/mail/template.ts';
import type { Person } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';

const WHAT: Readonly<Record<ClaimKind, string>> = {
  line: 'a line of the statement is wrong',
  'missing sale': 'a sale is missing',
  hours: 'hours are missing or wrong',
};

/** To a manager. `publicUrl` as browsers see us, without a slash at the end. */
export function claimOpenedLetter(facts: {
  readonly name: string;
  /** Null for a claim that is open again. */
  readonly kind: ClaimKind | null;
  readonly text: string;
  readonly publicUrl: string;
}): MailTemplate {
  const { name, kind, text, publicUrl } = facts;
  const says = kind === null ? 'reopened a claim about pay' : `says that ${WHAT[kind]}`;
  return compose({
    subject: kind === null ? `${name} reopened a claim about pay` : `${name} has a claim about pay`,
    title: 'A claim about pay',
    preview: `${name} ${says}.`,
    blocks: [
      paragraph(`${name} ${says}:`),
      { kind: 'quote', text },
      paragraph('Correct what was recorded and choose that change as the answer, or answer with a reason.'),
      { kind: 'button', label: 'Open the claims', url: `${publicUrl}${paths.claims}` },
    ],
    why: 'You get this because you manage this person on Tallyboard.',
  });
}

/** To the person who made the claim. */
export function claimAnsweredLetter(facts: {
  /** Empty when a change alone is the answer. */
  readonly reason: string;
  readonly publicUrl: string;
  /** A manager reopened it. */
  readonly isOpenAgain?: boolean;
}): MailTemplate {
  const { reason, publicUrl, isOpenAgain = false } = facts;
  const done = isOpenAgain ? 'reopened' : 'answered';
  return compose({
    subject: `Your claim about pay was ${done}`,
    title: `Your claim was ${done}`,
    preview: 'You see there what was recorded before, and what is recorded now.',
    blocks: [
      ...(reason === ''
        ? [paragraph('A manager changed what was recorded, and that change answers your claim.')]
        : [paragraph(`A manager ${done} your claim:`), { kind: 'quote', text: reason } as const]),
      { kind: 'button', label: 'See before and after', url: `${publicUrl}${paths.claims}` },
    ],
    why: 'You get this because you made a claim about your pay on Tallyboard.',
  });
}

export type ClaimsMailDeps = {
  readonly queries: Pick<Queries, 'everEmployeeById' | 'managersOf' | 'namesOf'>;
  readonly store: Pick<EventStore, 'readAt'>;
  readonly emailOf: (person: Person) => Promise<string | null>;
  readonly outbox: Pick<Outbox, 'post'>;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: () => string | undefined;
};

/** Mails about claims. Their ids name the event, so telling of one again posts nothing twice. */
export function createClaimsMail({ queries, store, emailOf, outbox, publicUrl: urlOf }: ClaimsMailDeps) {
  const publicUrl = () => urlOf() ?? '';

  /** The person's manager. Without one, or when that one is a manager no longer: all other managers. */
  async function managersFor({ companyId, employeeId }: Person, managerId: string | null): Promise<string[]> {
    const managers = await queries.managersOf(companyId);
    const own = managers.filter((id) => id === managerId);
    return own.length > 0 ? own : managers.filter((id) => id !== employeeId);
  }

  /** `kind` is null when the person reopened it. */
  async function toManagers(about: Person, kind: ClaimKind | null, text: string) {
    const person = await queries.everEmployeeById(about.companyId, about.employeeId);
    const name = person ? `${person.firstName} ${person.lastName}` : '';
    const letter = claimOpenedLetter({ name, kind, text, publicUrl: publicUrl() });
    return { to: await managersFor(about, person?.managerId ?? null), letter };
  }

  function toPerson({ employeeId }: Person, reason: string, isOpenAgain: boolean) {
    return { to: [employeeId], letter: claimAnsweredLetter({ reason, publicUrl: publicUrl(), isOpenAgain }) };
  }

  /** To present addresses; a former employee has none. */
  async function tell({ employeeId, companyId }: Person, event: ClaimEvent): Promise<void> {
    const about = { companyId, employeeId };
    const { data, position } = event;
    const { to, letter } =
      event.type === 'ClaimOpened'
        ? await toManagers(about, event.data.kind, event.data.text)
        : event.type === 'ClaimAnswered'
          ? toPerson(about, event.data.reason, false)
          : event.data.byPerson
            ? await toManagers(about, null, event.data.text)
            : toPerson(about, event.data.text, true);
    for (const named of await queries.namesOf(companyId, to)) {
      const address = await emailOf({ companyId, employeeId: named.id });
      if (address === null) continue;
      const id = `claim of ${employeeId} ${data.claimId} ${position} ${named.id}`;
      const name = `${named.first_name} ${named.last_name}`;
      await outbox.post({ to: { name, address }, ...letter }, { id, companyId });
    }
  }

  /** Tells of the events of claims at these positions, which must ascend; of those before `since` (UTC ISO-8601) not. */
  return async (companyId: string, positions: readonly number[], since = ''): Promise<void> => {
    for (const recorded of await store.readAt(positions)) {
      if (!isOwnEvent(recorded, companyId)) continue;
      const event = decodeIfReadable(recorded);
      if (!event || !isOfClaim(event) || event.metadata.at < since) continue;
      await tell({ companyId, employeeId: event.data.employeeId }, event);
    }
  };
}

type ClaimEvent = StoredEvent<'ClaimOpened' | 'ClaimAnswered' | 'ClaimReopened'>;

const isOfClaim = (event: StoredEvent): event is ClaimEvent =>
  ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'].includes(event.type);
