import * as endpoints from '#contracts/endpoints/invitations.endpoints.ts';
import { isTimeZone } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { AccessNotes } from '#platform/access/access-notes.ts';
import { answer, type Call, type Route } from '#platform/http/call.ts';
import type { Limits } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import type { Person } from '#platform/principal.ts';
import { deedOf } from './access-deeds.ts';
import type { Accounts } from './accounts.ts';
import type { EmailLinks } from './email-links.ts';
import type { FirstPasswords } from './first-passwords.ts';
import type { Invitations } from './invitations.ts';
import { LINKS_OF_NETWORK } from './own-account.routes.ts';
import { passwordRules } from './password-rules.ts';
import type { SignInAnswer } from './sign-in.ts';
import type { AfterPassword, GoOn } from './sign-in-rules.ts';

export type InvitationsRoutesDeps = {
  readonly invitations: Invitations;
  readonly access: Pick<AccessNotes, 'note'>;
  readonly firstPasswords: FirstPasswords;
  readonly links: Pick<EmailLinks, 'find'>;
  readonly accounts: Pick<Accounts, 'emailOf'>;
  readonly limits: Pick<Limits, 'take'>;
  readonly afterPassword: (person: Person) => Promise<AfterPassword>;
  readonly goOn: GoOn;
  /** Null for deleted employees and for those of unverified or ended companies. */
  readonly nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
};

const SHOWN = 1000;

export function invitationsRoutes(route: Route, deps: InvitationsRoutesDeps): void {
  const { invitations, firstPasswords, accounts, nameOf } = deps;
  route(endpoints.acceptInvitation, (call) => accept(call, deps));

  route(endpoints.invite, async ({ caller, params }) => {
    const { companyId } = caller;
    const person = { companyId, employeeId: params.id };
    const [email, names] = await Promise.all([accounts.emailOf(person), nameOf(person)]);
    if (email === null || names === null) return rejected('noSuchEmployee');
    if (await invitations.isProven(person)) return rejected('invitationNotNeeded');
    const sent = await invitations.send({ ...person, ...names, email, requestedBy: caller.employeeId });
    return sent.ok ? answer({ message: messages.invitationSent }) : sent;
  });

  route(endpoints.getInvitations, async ({ caller }) =>
    answer({ requestedData: [...(await invitations.open(caller.companyId, SHOWN))] }),
  );

  route(endpoints.getOwnAccount, async ({ caller }) => {
    const [endsAt, needsEmail] = await Promise.all([
      firstPasswords.endOf(caller),
      invitations.needsEmail(caller),
    ]);
    return answer({ first_password_ends_at: endsAt, needs_email: needsEmail });
  });
}

/** The link is in a mail to the person: it signs in as a reset of the password would. */
async function accept(
  call: Call<typeof endpoints.acceptInvitation>,
  { invitations, access, firstPasswords, links, limits, afterPassword, goOn, nameOf }: InvitationsRoutesDeps,
): Promise<SignInAnswer> {
  const { token, newPassword, tz } = call.body;
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const link = await links.find('invite', token);
  const names = link && (await nameOf(link));
  if (!link || !names) {
    const taken = await limits.take(...byNetwork(LINKS_OF_NETWORK, call.address));
    return taken.ok ? rejected('linkEnded') : taken;
  }
  if (newPassword !== undefined) {
    const fits = passwordRules.chosen(newPassword, [link.email, names.name, names.company]);
    if (!fits.ok) return fits;
    if (await firstPasswords.isFirst(link, newPassword)) return rejected('samePassword');
  } else if ((await afterPassword(link)).secondStep !== null) {
    // The mail alone is no second factor, and the step behind it needs a password.
    return rejected('factorNeedsPassword');
  }
  const note = deedOf(call, link, 'invitation accepted');
  const done = await invitations.accept(link, newPassword ?? null, (on) => access.note(note, on));
  if (!done.ok) return done;
  const { companyId, employeeId } = link;
  return goOn(call, { companyId, employeeId, passwordHash: done.value }, tz || 'UTC');
}
