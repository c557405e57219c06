import { isEmail } from '#contracts/email.ts';
import * as endpoints from '#contracts/endpoints/auth.endpoints.ts';
import { isTimeZone, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { answer } from '#platform/http/call.ts';
import type { Account, Accounts } from './accounts.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** The shifts slice, as far as signing in and out needs it. */
export type Shifts = {
  login(
    ctx: CommandContext,
    input: { employeeId: string; timeZone: string },
  ): Promise<CommandOutcome<unknown>>;
  logout(
    ctx: CommandContext,
    input: { employeeId: string; loginDate: string },
  ): Promise<CommandOutcome<unknown>>;
};

export type AuthRoutesDeps = {
  accounts: Pick<Accounts, 'verify' | 'rememberTimeZone'>;
  sessions: Pick<Sessions, 'open' | 'revoke' | 'authenticate'>;
  limits: Pick<SignInLimits, 'attempt'>;
  cookie: SessionCookie;
  shifts: Shifts;
  /** Resolves when the read models have got to that position; false when that takes too long. */
  readAt(position: number): Promise<boolean>;
};

type Login = Call<typeof endpoints.login>;
type LoginAnswer = Answer<{ message: string; isLoggedIn: boolean }>;

export function authRoutes(route: Route, deps: AuthRoutesDeps): void {
  route(endpoints.login, (call) => login(call, deps));
  route(endpoints.logout, (call) => logout(call, deps));
  route(endpoints.isLoggedIn, ({ caller }) => answer({ isLoggedIn: caller !== null }));
}

async function login(call: Login, deps: AuthRoutesDeps): Promise<LoginAnswer> {
  const { username, password, tz } = call.body;
  if (!isEmail(username.trim())) return refuse('invalidEmail');
  if (tz && !isTimeZone(tz)) return refuse('invalidTimeZone');
  const attempt = await deps.limits.attempt(username, call.address, () =>
    deps.accounts.verify(username, password),
  );
  if (!attempt.allowed) {
    return { ...refuse('tooManyRequests'), retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const account = attempt.found;
  if (!account) return refuse('failedLogin');
  return enter(call, account, tz || account.timeZone || 'UTC', deps);
}

/**
 * The shift first: if that fails nobody is half signed in, and a repetition resumes it. A repeated sign-in
 * opens a second session, which harms nothing, so its answer is never stored under an Idempotency-Key: the
 * key would keep a token, and a digest of the password.
 */
async function enter(
  call: Login,
  account: Account,
  timeZone: string,
  { shifts, sessions, accounts, cookie, readAt }: AuthRoutesDeps,
): Promise<LoginAnswer> {
  const { employeeId } = account;
  const shift = await shifts.login(call.command(account), { employeeId, timeZone });
  // An account whose employee is gone is no account.
  if (!shift.ok) return refuse(shift.refusal === 'noSuchEmployee' ? 'failedLogin' : shift.refusal);
  const session = await sessions.open({ ...account, timeZone, address: call.address });
  // What somebody may do is read from the read models, which may not know him yet on his first day.
  if ((await sessions.authenticate(session.token)) === null) await readAt(shift.position);
  await accounts.rememberTimeZone(account, timeZone);
  // The browser holds one session; the one it had is worthless from here on.
  if (call.caller) await sessions.revoke(call.caller);
  return {
    ok: true,
    reply: { message: messages.signedIn, isLoggedIn: true },
    position: shift.position,
    cookies: [cookie.set(session.token)],
    opened: session.sessionId,
  };
}

/** Ends today's shift, if one is open, and this session; other browsers stay signed in. */
async function logout(
  call: Call<typeof endpoints.logout>,
  { shifts, sessions, cookie }: AuthRoutesDeps,
): Promise<Answer<{ message: string }>> {
  const { caller } = call;
  const ctx = call.command(caller);
  const loginDate = localDate(ctx.now, caller.timeZone);
  const shift = await shifts.logout(ctx, { employeeId: caller.employeeId, loginDate });
  if (!shift.ok && shift.refusal === 'conflict') return shift;
  await sessions.revoke(caller);
  const done = { ok: true, reply: { message: messages.signedOut }, cookies: [cookie.clear()] } as const;
  return shift.ok ? { ...done, position: shift.position } : done;
}
