import { messages } from '#contracts/messages.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Answer } from '#platform/http/call.ts';
import type { Person } from '#platform/person.ts';
import type { Principal } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { KnownClients } from './known-clients.ts';
import type { DeviceCookie, SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

export type EnterDeps = {
  readonly accounts: Pick<Accounts, 'rememberTimeZone'>;
  readonly sessions: Pick<Sessions, 'open' | 'openByPassword' | 'revoke' | 'authenticate'>;
  readonly knownClients: Pick<KnownClients, 'remember'>;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  /** The shifts slice, as far as signing in needs it. */
  readonly startShift: (
    ctx: CommandContext,
    input: { employeeId: string; timeZone: string },
  ) => Promise<CommandOutcome<unknown>>;
  /** Resolves when the read models have got to that position; false when that takes too long. */
  readonly readAt: (position: number) => Promise<boolean>;
};

/** The request, as far as it matters who sent it from where. */
export type Entering = {
  readonly caller: Principal | null;
  readonly address: string;
  readonly cookieHeader: string | undefined;
  readonly userAgent: string | undefined;
  command(actor: Person): CommandContext;
};

export type EnterAnswer = Answer<{ message: string; isLoggedIn: boolean }>;
export type Enter = ReturnType<typeof createEnter>;

/**
 * Signs somebody in who has proven who he is. The shift first: if that fails nobody is half signed in, and a
 * repetition resumes it. A repeated sign-in opens a second session, which harms nothing, so its answer is never
 * stored under an Idempotency-Key: the key would keep a token, and a digest of the password.
 */
export function createEnter(deps: EnterDeps) {
  const { startShift, sessions, accounts, knownClients, cookie, deviceCookie, readAt } = deps;
  return async (
    call: Entering,
    /** With the hash that his password was compared with, if that is the proof. */
    person: Person & { readonly passwordHash?: string },
    timeZone: string,
  ): Promise<EnterAnswer> => {
    const { companyId, employeeId, passwordHash } = person;
    const shift = await startShift(call.command(person), { employeeId, timeZone });
    // An account whose employee is gone is no account.
    if (!shift.ok) return refuse(shift.refusal === 'noSuchEmployee' ? 'failedLogin' : shift.refusal);
    const { address, userAgent } = call;
    const opening = { companyId, employeeId, timeZone, address, userAgent };
    const session =
      passwordHash === undefined
        ? await sessions.open(opening)
        : await sessions.openByPassword(opening, passwordHash);
    if (session === null) return refuse('failedLogin');
    // What somebody may do is read from the read models, which may not know him yet on his first day.
    if ((await sessions.authenticate(session.token)) === null) await readAt(shift.position);
    await accounts.rememberTimeZone(person, timeZone);
    // The browser holds one session; the one it had is worthless from here on.
    if (call.caller) await sessions.revoke(call.caller);
    const device = await knownClients.remember(person, deviceCookie.read(call.cookieHeader));
    return {
      ok: true,
      reply: { message: messages.signedIn, isLoggedIn: true },
      position: shift.position,
      cookies: [cookie.set(session.token), deviceCookie.set(device)],
      opened: session.sessionId,
    };
  };
}
