import { isEmail } from '#contracts/email.ts';
import * as endpoints from '#contracts/endpoints/auth.endpoints.ts';
import { isTimeZone, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import { answer } from '#platform/http/call.ts';
import type { Accounts } from './accounts.ts';
import type { DeviceCookie, SessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn, SignInAnswer } from './sign-in.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** The part of the shifts slice that signing out needs. */
export type Shifts = {
  logout(
    ctx: CommandContext,
    input: { employeeId: string; loginDate: string },
  ): Promise<CommandOutcome<unknown>>;
};

export type AuthRoutesDeps = {
  accounts: Pick<Accounts, 'verify'>;
  sessions: Pick<Sessions, 'revoke'>;
  limits: Pick<SignInLimits, 'attempt'>;
  cookie: SessionCookie;
  deviceCookie: DeviceCookie;
  shifts: Shifts;
  enter: SignIn;
};

export function authRoutes(route: Route, deps: AuthRoutesDeps): void {
  route(endpoints.login, (call) => login(call, deps));
  route(endpoints.logout, (call) => logout(call, deps));
  route(endpoints.isLoggedIn, ({ caller }) => answer({ isLoggedIn: caller !== null }));
}

async function login(call: Call<typeof endpoints.login>, deps: AuthRoutesDeps): Promise<SignInAnswer> {
  const { username, password, tz } = call.body;
  if (!isEmail(username.trim())) return rejected('invalidEmail');
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const client = { address: call.address, device: deps.deviceCookie.read(call.cookieHeader) };
  const attempt = await deps.limits.attempt(username, client, () => deps.accounts.verify(username, password));
  if (!attempt.ok) return attempt;
  const account = attempt.value;
  return deps.enter(call, account, tz || account.timeZone || 'UTC');
}

/** Ends today's open shift, if any, and this session. Other browsers stay signed in. */
async function logout(
  call: Call<typeof endpoints.logout>,
  { shifts, sessions, cookie }: AuthRoutesDeps,
): Promise<Answer<{ message: string }>> {
  const { caller } = call;
  const ctx = call.command(caller);
  const loginDate = localDate(ctx.now, caller.timeZone);
  const shift = await shifts.logout(ctx, { employeeId: caller.employeeId, loginDate });
  if (!shift.ok && shift.code === 'conflict') return shift;
  await sessions.revoke(caller);
  const done = { ok: true, reply: { message: messages.signedOut }, cookies: [cookie.clear()] } as const;
  return shift.ok ? { ...done, position: shift.position } : done;
}
