import * as endpoints from '#contracts/endpoints/auth.endpoints.ts';
import * as sessionEndpoints from '#contracts/endpoints/sessions.endpoints.ts';
import { isTimeZone, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { isEmail } from '#contracts/text.ts';
import type { AccessNotes } from '#platform/access/access-notes.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import { isOutage } from '#platform/http/respond.ts';
import type { Log } from '#platform/log.ts';
import type { Person } from '#platform/principal.ts';
import { deedOf } from './access-deeds.ts';
import type { Accounts } from './accounts.ts';
import type { AuthQueries } from './auth-tables.ts';
import { deviceName } from './device-name.ts';
import type { FirstPasswords } from './first-passwords.ts';
import type { MailChange, ReplacePassword } from './new-password.ts';
import { passwordRules } from './password-rules.ts';
import type { DeviceCookie, SessionCookie } from './session-cookie.ts';
import type { SessionEntry } from './session-rows.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAnswer } from './sign-in.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';
import type { GoOn } from './sign-in-rules.ts';

/** The part of the shifts slice that signing out needs. */
export type Shifts = {
  logout(
    ctx: CommandContext,
    input: { employeeId: string; loginDate: string },
  ): Promise<CommandOutcome<unknown>>;
};

export type AuthRoutesDeps = {
  accounts: Pick<Accounts, 'verify' | 'byEmail'>;
  firstPasswords: Pick<FirstPasswords, 'lack'>;
  replacePassword: ReplacePassword;
  /** That a first password was replaced. */
  mailFirst: MailChange;
  nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  sessions: Pick<Sessions, 'listOf' | 'revoke' | 'revokeAllOf'>;
  limits: Pick<SignInLimits, 'attempt'>;
  cookie: SessionCookie;
  deviceCookie: DeviceCookie;
  shifts: Shifts;
  goOn: GoOn;
  access: Pick<AccessNotes, 'note'>;
  log: Log;
};

export function authRoutes(route: Route, deps: AuthRoutesDeps): void {
  route(endpoints.login, (call) => login(call, deps));
  route(endpoints.logout, (call) => logout(call, deps));
  route(endpoints.isLoggedIn, ({ caller }) => answer({ isLoggedIn: caller !== null }));
  sessionRoutes(route, deps);
}

/** Names the person whose password was wrong, for the security log and the access history. The answer says nothing of it. */
async function refused<Refusal extends Attempt<never>>(
  attempt: Refusal,
  username: string,
  { accounts }: AuthRoutesDeps,
) {
  if (attempt.ok || attempt.code !== 'failedLogin') return attempt;
  // The same query for an unknown email.
  const account = await accounts.byEmail(username);
  return account ? { ...attempt, person: account } : attempt;
}

async function login(call: Call<typeof endpoints.login>, deps: AuthRoutesDeps): Promise<SignInAnswer> {
  const { username, password, newPassword, tz } = call.body;
  if (!isEmail(username.trim())) return rejected('invalidEmail');
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const client = { address: call.address, device: deps.deviceCookie.read(call.cookieHeader) };
  const attempt = await deps.limits.attempt(username, client, (isStranger) =>
    deps.accounts.verify(username, password, isStranger ? undefined : 'its first owner'),
  );
  if (!attempt.ok) return refused(attempt, username, deps);
  const account = attempt.value;
  const zone = tz || account.timeZone || 'UTC';
  const lack = await deps.firstPasswords.lack(account.companyId, account.firstPasswordEndsAt);
  if (lack === null) return deps.goOn(call, account, zone);
  if (lack === 'firstPasswordEnded' || newPassword === undefined) return rejected(lack);
  if (newPassword === password) return rejected('samePassword');
  const names = await deps.nameOf(account);
  const fits = passwordRules.chosen(newPassword, [account.email, names?.name ?? '', names?.company ?? '']);
  if (!fits.ok) return fits;
  const { companyId, employeeId } = account;
  const note = deedOf(call, account, 'password changed');
  const { email } = account;
  const mail = await deps.mailFirst({ companyId, employeeId, email, name: names?.name ?? '' }, note.at);
  const tell = async (on: AuthQueries) => {
    await deps.access.note(note, on);
    await mail.tell(on);
  };
  const passwordHash = await deps.replacePassword(account, account.passwordHash, newPassword, tell);
  if (passwordHash === null) return rejected('failedLogin');
  mail.done();
  return deps.goOn(call, { companyId, employeeId, passwordHash }, zone);
}

/**
 * Ends this session, then today's open shift, if any. Other browsers stay signed in. A shift that cannot be ended now is
 * ended at midnight: the session is over, so there is no second try.
 */
async function logout(
  call: Call<typeof endpoints.logout>,
  { shifts, sessions, cookie, log }: AuthRoutesDeps,
): Promise<Answer<{ message: string }>> {
  const { caller } = call;
  const ctx = call.command(caller);
  const loginDate = localDate(ctx.now, caller.timeZone);
  await sessions.revoke(caller);
  const done = { ok: true, reply: { message: messages.signedOut }, cookies: [cookie.clear()] } as const;
  try {
    const shift = await shifts.logout(ctx, { employeeId: caller.employeeId, loginDate });
    if (shift.ok) return { ...done, position: shift.position };
    if (shift.code === 'conflict') log.warn({ employeeId: caller.employeeId }, NOT_ENDED);
  } catch (err) {
    if (!isOutage(err)) throw err;
    log.warn({ err, employeeId: caller.employeeId }, NOT_ENDED);
  }
  return done;
}

const NOT_ENDED = 'a shift was not ended by its sign-out';

/** A person's own sessions: list and end them. */
function sessionRoutes(route: Route, { sessions, cookie, access }: AuthRoutesDeps): void {
  route(sessionEndpoints.getSessions, async ({ caller }) => {
    const open = await sessions.listOf(caller);
    return answer({ requestedData: open.map((session) => entry(session, caller.sessionId)) });
  });

  route(sessionEndpoints.endSession, async (call) => {
    const { caller, params } = call;
    const { companyId, employeeId } = caller;
    const ended = await sessions.revoke({ companyId, employeeId, sessionId: params.id });
    if (!ended) return rejected('noSuchSession');
    if (params.id !== caller.sessionId)
      await access.note({
        ...deedOf(call, { companyId, employeeId }, 'sessions ended'),
        about: 'one of them',
      });
    const cookies = params.id === caller.sessionId ? [cookie.clear()] : [];
    return { ok: true, reply: { message: messages.sessionEnded }, cookies };
  });

  route(sessionEndpoints.endOtherSessions, async (call) => {
    const { caller } = call;
    const { companyId, employeeId, sessionId } = caller;
    await access.note({ ...deedOf(call, { companyId, employeeId }, 'sessions ended'), about: 'all others' });
    await sessions.revokeAllOf(caller, sessionId);
    return answer({ message: messages.otherSessionsEnded });
  });
}

function entry(session: SessionEntry, current: string): sessionEndpoints.Session {
  const { session_id: id, user_agent, ...rest } = session;
  const { time_zone, address, created_at, last_seen_at, expires_at } = rest;
  const device = deviceName(user_agent);
  return {
    id,
    device,
    time_zone,
    address,
    created_at,
    last_seen_at,
    expires_at,
    current: id === current,
  };
}
