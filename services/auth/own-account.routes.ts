import * as endpoints from '#contracts/endpoints/own-account.endpoints.ts';
import type { AccessFact } from '#contracts/events/access.events.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, rejected } from '#contracts/result.ts';
import { readEmail } from '#contracts/text.ts';
import type { AccessNotes } from '#platform/access/access-notes.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { derivedId } from '#platform/ids.ts';
import type { LimitRule, Limits } from '#platform/limits/limits.port.ts';
import { byNetwork } from '#platform/limits/network.ts';
import type { Person } from '#platform/principal.ts';
import { deedOf } from './access-deeds.ts';
import type { AuthQueries } from './auth-tables.ts';
import type { EmailChanges } from './email-changes.ts';
import type { EmailLinks } from './email-links.ts';
import type { FirstPasswords } from './first-passwords.ts';
import { clientOf, type IdentityProof, type PasswordProofDeps, provePassword } from './identity-proof.ts';
import type { MailChange, ReplacePassword } from './new-password.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { passwordRules } from './password-rules.ts';

export type OwnAccountDeps = PasswordProofDeps & {
  readonly codes: Pick<OneTimeCodes, 'issue' | 'verify' | 'isProven' | 'spend'>;
  readonly access: Pick<AccessNotes, 'note'>;
  readonly links: Pick<EmailLinks, 'find' | 'dropPending'>;
  readonly emails: Pick<EmailChanges, 'change' | 'used'>;
  /** Of links that lead to nothing. */
  readonly networkLimits: Pick<Limits, 'take'>;
  readonly replacePassword: ReplacePassword;
  /** As in a reset. */
  readonly nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  readonly mailChange: MailChange;
  readonly firstPasswords: Pick<FirstPasswords, 'endOf'>;
  readonly identityProof: Pick<IdentityProof, 'missingPasskey'>;
};

type Done = Promise<Answer<{ message: string }>>;

const flow = 'email change';
export const LINKS_OF_NETWORK: LimitRule = { name: 'email links of network', times: 100, seconds: 3600 };

/** Password and email of the signed-in person, and the links that mails about an email have. */
export function ownAccountRoutes(route: Route, deps: OwnAccountDeps): void {
  route(endpoints.changePassword, (call) => changePassword(call, deps));
  route(endpoints.askForEmail, async (call) => {
    const email = readEmail(call.body.newEmail);
    if (email === null) return rejected('invalidEmail');
    const proven = await provePerson(call, deps);
    if (!proven.ok) return proven;
    // Also to an address with an account: only its owner reads that it cannot be taken.
    const recipient = async () => ({ companyId: call.caller.companyId });
    const issued = await deps.codes.issue({ flow, email, client: clientOf(call, deps), recipient });
    if (!issued.ok) return issued.code === 'noSuchEmail' ? rejected('invalidEmail') : issued;
    return { ok: true, reply: { message: messages.codeSent, otpId: issued.value } };
  });
  route(endpoints.changeEmail, (call) => changeEmail(call, deps));
  route(endpoints.followEmailLink, (call) => follow(call, deps));
}

/** By the password, or without one by a passkey that this session has just used. */
async function provePerson(
  call: Call<typeof endpoints.askForEmail> | Call<typeof endpoints.changeEmail>,
  deps: OwnAccountDeps,
) {
  const { currentPassword } = call.body;
  if (currentPassword !== undefined) return provePassword(call, currentPassword, deps);
  return (await deps.identityProof.missingPasskey(call.caller)) ?? accepted(null);
}

/**
 * The password or a passkey is asked for again: without it, a code that a thief was mailed to an account of their own would be good in
 * any open session.
 */
async function changeEmail(call: Call<typeof endpoints.changeEmail>, deps: OwnAccountDeps): Done {
  const { caller, body } = call;
  const email = readEmail(body.newEmail);
  if (email === null) return rejected('invalidEmail');
  const proven = await provePerson(call, deps);
  if (!proven.ok) return proven;
  const proof = { flow, otpId: body.id, email } as const;
  // A repetition after a failure finds the code proven.
  if (!(await deps.codes.isProven(proof))) {
    const client = clientOf(call, deps);
    const verified = await deps.codes.verify({ flow, otpId: body.id, code: body.otp, client });
    if (!verified.ok) return verified;
    if (verified.value !== email) return rejected('wrongPasscode');
  }
  const { employeeId, sessionId } = caller;
  const wish = { email, requestedBy: employeeId, except: sessionId };
  const outcome = await deps.emails.change(call.command(caller), caller, wish);
  if (!outcome.ok) return outcome;
  await deps.codes.spend(proof);
  await deps.links.dropPending(caller);
  return { ok: true, position: outcome.position, reply: { message: messages.emailChanged } };
}

const DONE = { prove: 'emailProven', refuse: 'emailRefused', undo: 'emailRestored' } as const;

/** A link is ended after its work: a process that is killed in between does the same work once more. */
async function follow(call: Call<typeof endpoints.followEmailLink>, deps: OwnAccountDeps): Done {
  const { purpose, token } = call.body;
  const link = await deps.links.find(purpose, token);
  if (link === null) {
    const taken = await deps.networkLimits.take(...byNetwork(LINKS_OF_NETWORK, call.address));
    return taken.ok ? rejected('linkEnded') : taken;
  }
  const reply = { message: messages[DONE[purpose]] };
  const person = { companyId: link.companyId, employeeId: link.employeeId };
  const noteLink = (fact: AccessFact) =>
    deps.access.note({
      ...deedOf(call, person, fact),
      ...{ id: derivedId('email link', fact, link.tokenHash.toString('hex')), about: link.email },
    });
  if (purpose === 'refuse') {
    await noteLink('email change refused');
    await deps.links.dropPending(link);
    return { ok: true, reply };
  }
  const { companyId, employeeId, email } = link;
  const isUndo = purpose === 'undo';
  if (isUndo) await noteLink('email change undone');
  const requestedBy = isUndo ? employeeId : link.requestedBy;
  const commandId = derivedId('email link', link.tokenHash.toString('hex'));
  const ctx = { ...call.command({ companyId, employeeId: requestedBy }), commandId };
  const wish = { email, requestedBy, ...(isUndo && { undoes: link.createdAt }) };
  const outcome = await deps.emails.change(ctx, link, wish);
  if (!outcome.ok) return outcome.code === 'noSuchEmployee' ? rejected('linkEnded') : outcome;
  await deps.emails.used(link, isUndo);
  return { ok: true, position: outcome.position, reply };
}

async function changePassword(call: Call<typeof endpoints.changePassword>, deps: OwnAccountDeps): Done {
  const { caller, body } = call;
  const checked = passwordRules.chosen(body.newPassword);
  if (!checked.ok) return checked;
  const proven = await provePassword(call, body.currentPassword, deps);
  if (!proven.ok) return proven;
  const { email, passwordHash } = proven.value;
  if (body.newPassword === body.currentPassword && (await deps.firstPasswords.endOf(caller)) !== null)
    return rejected('samePassword');
  const names = (await deps.nameOf(caller)) ?? { name: '', company: '' };
  const fits = passwordRules.chosen(body.newPassword, [email, names.name, names.company]);
  if (!fits.ok) return fits;
  const { companyId, employeeId } = caller;
  const note = deedOf(call, { companyId, employeeId }, 'password changed');
  const mail = await deps.mailChange({ companyId, employeeId, email, ...names }, note.at);
  const tell = async (on: AuthQueries) => {
    await deps.access.note(note, on);
    await mail.tell(on);
  };
  if ((await deps.replacePassword(caller, passwordHash, body.newPassword, tell)) === null)
    return rejected('wrongPassword');
  mail.done();
  return { ok: true, reply: { message: messages.ownPasswordChanged } };
}
