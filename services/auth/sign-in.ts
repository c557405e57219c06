import type { SecondStep } from '#contracts/endpoints/auth.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { AccessNote, AccessNotes } from '#platform/access/access-notes.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { Answer } from '#platform/http/call.ts';
import type { Person, Principal } from '#platform/principal.ts';
import { deedOf } from './access-deeds.ts';
import type { Accounts } from './accounts.ts';
import type { AuthQueries } from './auth-tables.ts';
import type { KnownClients } from './known-clients.ts';
import type { DeviceCookie, SessionCookie } from './session-cookie.ts';
import type { Opening } from './session-rows.ts';
import type { Sessions } from './sessions.ts';

export type SignInDeps = {
  readonly accounts: Pick<Accounts, 'rememberTimeZone'>;
  readonly sessions: Pick<Sessions, 'open' | 'openByPassword' | 'openByPasskey' | 'revoke' | 'authenticate'>;
  readonly knownClients: Pick<KnownClients, 'remember' | 'isNew'>;
  readonly access: Pick<AccessNotes, 'note'>;
  /** Mails the person that a device and a network are new. */
  readonly tellNewDevice: (person: Person, from: SignInPlace) => Promise<void>;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  /** The part of the shifts slice that signing in needs. */
  readonly startShift: (
    ctx: CommandContext,
    input: { employeeId: string; timeZone: string },
  ) => Promise<CommandOutcome<unknown>>;
  /** Resolves when the read models have reached that position; false when it takes too long. */
  readonly readAt: (position: number) => Promise<boolean>;
};

/** When and from where a person signed in; `device` in words. */
export type SignInPlace = Pick<AccessNote, 'at' | 'device'> & {
  readonly address: string;
  readonly timeZone: string;
};

/** The fields of the request that identify the client. */
export type SignInInput = {
  readonly caller: Principal | null;
  readonly address: string;
  readonly cookieHeader: string | undefined;
  readonly userAgent: string | undefined;
  command(actor: Person): CommandContext;
};

export type SignInAnswer = Answer<{ message: string; isLoggedIn: boolean; secondStep?: SecondStep }>;
export type SignIn = ReturnType<typeof createSignIn>;

/** The hash that matched, or the id of the passkey, when that was the proof. */
type Proofs = {
  readonly passwordHash?: string;
  readonly passkeyId?: string;
  /** Of a second step that the password began. */
  readonly stepToken?: string;
  /** The session first has to set up a second factor. */
  readonly needsFactor?: boolean;
};

/**
 * Signs in a person who has proven their identity: starts or resumes the shift of the day, then opens the session.
 * The shift comes first: if it fails there is no session, and a retry resumes the shift. A repeated sign-in opens a
 * harmless second session, so its reply is not stored under an Idempotency-Key; that would store a token.
 */
export function createSignIn(deps: SignInDeps) {
  const { startShift, sessions, accounts, knownClients, access, cookie, deviceCookie, readAt } = deps;

  function openSession({ passwordHash, passkeyId, stepToken }: Proofs, opening: Opening) {
    if (passwordHash !== undefined) return sessions.openByPassword(opening, passwordHash, stepToken);
    return passkeyId === undefined ? sessions.open(opening) : sessions.openByPasskey(opening, passkeyId);
  }

  return async (call: SignInInput, person: Person & Proofs, timeZone: string): Promise<SignInAnswer> => {
    const { companyId, employeeId } = person;
    const shift = await startShift(call.command(person), { employeeId, timeZone });
    // An account without an employee cannot sign in.
    if (!shift.ok) return rejected(shift.code === 'noSuchEmployee' ? 'failedLogin' : shift.code);
    const { address, userAgent } = call;
    const { needsFactor = false } = person;
    const token = deviceCookie.read(call.cookieHeader);
    const isNew = await knownClients.isNew(person, { address, device: token });
    const note = { ...deedOf(call, person, 'signed in'), about: wayIn(person) };
    const opening = {
      ...{ companyId, employeeId, timeZone, address, userAgent, needsFactor },
      tell: (on: AuthQueries) => access.note(note, on),
    };
    const session = await openSession(person, opening);
    if (session === null) return rejected('failedLogin');
    // Before the answer: the token is in no other hands yet.
    if (isNew) await deps.tellNewDevice(person, { ...note, address, timeZone });
    // Rights come from the read models, which may not have a new employee yet.
    if ((await sessions.authenticate(session.token)) === null) await readAt(shift.position);
    await accounts.rememberTimeZone(person, timeZone);
    // A browser has one session; its earlier one ends.
    if (call.caller) await sessions.revoke(call.caller);
    const deviceToken = await knownClients.remember(person, token);
    return {
      ok: true,
      reply: { message: messages.signedIn, isLoggedIn: true },
      position: shift.position,
      cookies: [cookie.set(session.token), deviceCookie.set(deviceToken)],
      opened: session.sessionId,
      person: { companyId, employeeId },
    };
  };
}

function wayIn({ passwordHash, passkeyId }: Proofs): string {
  if (passkeyId !== undefined) return 'by passkey';
  return passwordHash === undefined ? 'after the registration' : 'by password';
}
