import type { AccessFact } from '#contracts/events/access.events.ts';
import { paths } from '#contracts/paths.ts';
import type { AccessNote, AccessNotes } from '#platform/access/access-notes.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { digest } from '#platform/digest.ts';
import { derivedId } from '#platform/ids.ts';
import type { LimitRule, Limits, Taken } from '#platform/limits/limits.port.ts';
import type { Outbox } from '#platform/mail/mail.port.ts';
import type { MailTemplate } from '#platform/mail/template.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { AuthQueries } from './auth-tables.ts';
import {
  emailChangedLetter,
  emailWantedLetter,
  proveEmailLetter,
  unprovenEmailChangedLetter,
} from './email-change.mail.ts';
import type { EmailLinks, FoundLink, LinkPurpose } from './email-links.ts';
import type { TakeBack, TakenBack } from './new-password.ts';
import type { Sessions } from './sessions.ts';

/** The part of the employees slice that a change of an email needs. */
export type ChangeEmail = (
  ctx: CommandContext,
  input: { readonly employeeId: string; readonly email: string; readonly requestedBy: string },
  claim: (email: string) => Promise<boolean>,
) => Promise<CommandOutcome<unknown>>;

export type EmailChangesDeps = {
  readonly accounts: Pick<Accounts, 'move' | 'emailOf' | 'hasProven'>;
  readonly links: EmailLinks;
  readonly access: Pick<AccessNotes, 'note'>;
  readonly sessions: Pick<Sessions, 'revokeAllOf'>;
  readonly limits: Limits;
  readonly outbox: Outbox;
  readonly changeEmail: ChangeEmail;
  readonly takeBack: TakeBack;
  readonly nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  /** As browsers see us, without a slash at the end. */
  readonly publicUrl: () => string;
};

function noted(ctx: CommandContext, { companyId, employeeId }: Person, fact: AccessFact): AccessNote {
  const { actorId, correlationId, now: at } = ctx;
  return { companyId, employeeId, actorId, fact, at, correlationId };
}

const DAY = 24 * 3600;
/** Mails that ask to prove an address. */
const mailRules = {
  ofCompany: { name: 'email proofs of company', times: 5, seconds: DAY },
  ofEmail: { name: 'email proofs', times: 15, seconds: DAY },
} satisfies Record<string, LimitRule>;

type Change = {
  readonly email: string;
  readonly requestedBy: string;
  /** The session that stays. */
  readonly except?: string;
  /**
   * An undo, of a change of that instant: another person may know the password, and have added ways to sign in since.
   */
  readonly undoes?: string;
};

type Former = { readonly email: string; readonly isProven: boolean };

/**
 * The email of an account changes when its new mailbox is proven. Before the event is written the former mailbox is
 * told and the sessions end: a process that is killed in between leaves a mail too many, never one too few.
 */
export function createEmailChanges(deps: EmailChangesDeps) {
  const { accounts, links, sessions, limits, outbox, nameOf, publicUrl } = deps;

  async function post(person: Person, address: string, id: string, letter: MailTemplate): Promise<void> {
    const to = { name: (await nameOf(person))?.name ?? '', address };
    await outbox.post({ to, ...letter }, { id, companyId: person.companyId, secret: true });
    outbox.nudge(id);
  }

  const mailWith = (token: string) => `email link ${digest(token).toString('base64url')}`;

  // What follows # reaches no log of a server or proxy.
  const urlOf = (purpose: LinkPurpose, token: string) =>
    `${publicUrl()}${paths.emailLink}#${purpose}.${token}`;

  /** Before it is done: a kill in between leaves a note too many, never one too few. */
  function note(ctx: CommandContext, person: Person, fact: AccessFact, email: string): Promise<void> {
    return deps.access.note({
      ...noted(ctx, person, fact),
      id: derivedId(fact, ctx.commandId),
      about: email,
    });
  }

  /** In the transaction that takes them. */
  async function noteTaken(
    ctx: CommandContext,
    person: Person,
    { passkeys, app }: TakenBack,
    on: AuthQueries,
  ) {
    for (const { name } of passkeys)
      await deps.access.note({ ...noted(ctx, person, 'passkey deleted'), about: name }, on);
    if (app) await deps.access.note(noted(ctx, person, 'app removed'), on);
  }

  const companyOf = async (person: Person) => (await nameOf(person))?.company ?? 'your company';

  /** Only a proven email is kept: an entered one may be the mailbox of another person. */
  async function tellFormer(
    ctx: CommandContext,
    person: Person,
    former: Former,
    change: Change,
  ): Promise<void> {
    const { email } = former;
    if (!former.isProven) {
      const letter = unprovenEmailChangedLetter({ company: await companyOf(person) });
      return post(person, email, `email changed ${derivedId(email, ctx.commandId)}`, letter);
    }
    const token = await links.add('undo', { ...person, email, requestedBy: change.requestedBy });
    const letter = emailChangedLetter({ to: change.email, undoUrl: urlOf('undo', token) });
    await post(person, email, mailWith(token), letter);
  }

  async function formerOf(person: Person): Promise<Former | null> {
    const email = await accounts.emailOf(person);
    return email === null ? null : { email, isProven: await accounts.hasProven(person, email) };
  }

  return {
    /** Takes effect at once: the caller has checked the proofs. Rejected as `emailTaken` while another account has it. */
    async change(ctx: CommandContext, { companyId, employeeId }: Person, change: Change) {
      const { email, requestedBy, except, undoes } = change;
      const person = { companyId, employeeId };
      const outcome = await accounts.move(person, (claim) =>
        deps.changeEmail(ctx, { employeeId, email, requestedBy }, async (wanted) => {
          const former = await formerOf(person);
          if (!(await claim(wanted))) return false;
          if (undoes !== undefined) {
            await deps.takeBack(person, undoes, (taken, on) => noteTaken(ctx, person, taken, on));
            return true;
          }
          if (former !== null) await tellFormer(ctx, person, former, { ...change, email: wanted });
          await sessions.revokeAllOf(person, except);
          return true;
        }),
      );
      if (outcome.ok) await links.dropInvitation(person);
      return outcome;
    },

    /** Whether one more mail that asks for a proof may go there. */
    mayAsk(companyId: string, email: string): Promise<Taken> {
      return limits.take([mailRules.ofCompany, companyId, email], [mailRules.ofEmail, email]);
    },

    /** Mails a link to the wanted address and tells the present one; a former wish ends. */
    async ask(ctx: CommandContext, person: Person, email: string): Promise<void> {
      const { companyId, employeeId } = person;
      const requestedBy = ctx.actorId ?? employeeId;
      await note(ctx, person, 'email change requested', email);
      const present = await accounts.emailOf(person);
      const link = { companyId, employeeId, email, requestedBy };
      const refuse = await links.add('refuse', link);
      const refuseUrl = urlOf('refuse', refuse);
      if (present !== null)
        await post(person, present, mailWith(refuse), emailWantedLetter({ to: email, refuseUrl }));
      const prove = await links.add('prove', link);
      const letter = proveEmailLetter({ company: await companyOf(person), proveUrl: urlOf('prove', prove) });
      await post(person, email, mailWith(prove), letter);
    },

    /** Takes back what awaits a proof; false when nothing does. */
    async withdraw(ctx: CommandContext, person: Person): Promise<boolean> {
      const email = await links.pendingOf(person);
      if (email === null) return false;
      await note(ctx, person, 'email change withdrawn', email);
      return links.dropPending(person);
    },

    pendingOf: links.pendingOf,
    pendingIn: links.pendingIn,

    /** Ends a link after its use, and with it those that it makes meaningless. */
    async used(link: FoundLink, isUndo: boolean): Promise<void> {
      if (isUndo) await links.dropSince(link);
      else await links.dropPending(link);
    },
  };
}

export type EmailChanges = ReturnType<typeof createEmailChanges>;
