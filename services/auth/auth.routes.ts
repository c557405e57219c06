import * as endpoints from '#contracts/endpoints/auth.endpoints.ts';
import * as sessionEndpoints from '#contracts/endpoints/sessions.endpoints.ts';
import { isTimeZone, localDate } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { isEmail } from '#contracts/text.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { type Answer, answer, type Call, type Route } from '#platform/http/call.ts';
import { isOutage } from '#platform/http/respond.ts';
import type { Log } from '#platform/log.ts';
import type { Person } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { FirstPasswords } from './first-passwords.ts';
import type { ReplacePassword } from './new-password.ts';
import { passwordRules } from './password-rules.ts';
import type { DeviceCookie, SessionCookie } from './session-cookie.ts';
import type { SessionEntry } from './session-rows.ts';
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
  firstPasswords: Pick<FirstPasswords, 'lack'>;
  replacePassword: ReplacePassword;
  nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  sessions: Pick<Sessions, 'listOf' | 'revoke' | 'revokeAllOf'>;
  limits: Pick<SignInLimits, 'attempt'>;
  cookie: SessionCookie;
  deviceCookie: DeviceCookie;
  shifts: Shifts;
  enter: SignIn;
  log: Log;
};

export function authRoutes(route: Route, deps: AuthRoutesDeps): void {
  route(endpoints.login, (call) => login(call, deps));
  route(endpoints.logout, (call) => logout(call, deps));
  route(endpoints.isLoggedIn, ({ caller }) => answer({ isLoggedIn: caller !== null }));
  sessionRoutes(route, deps);
}

async function login(call: Call<typeof endpoints.login>, deps: AuthRoutesDeps): Promise<SignInAnswer> {
  const { username, password, newPassword, tz } = call.body;
  if (!isEmail(username.trim())) return rejected('invalidEmail');
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const client = { address: call.address, device: deps.deviceCookie.read(call.cookieHeader) };
  const attempt = await deps.limits.attempt(username, client, (isStranger) =>
    deps.accounts.verify(username, password, isStranger ? undefined : 'its first owner'),
  );
  if (!attempt.ok) return attempt;
  const account = attempt.value;
  const zone = tz || account.timeZone || 'UTC';
  const lack = await deps.firstPasswords.lack(account.companyId, account.firstPasswordEndsAt);
  if (lack === null) return deps.enter(call, account, zone);
  if (lack === 'firstPasswordEnded' || newPassword === undefined) return rejected(lack);
  const names = await deps.nameOf(account);
  const fits = passwordRules.chosen(newPassword, [account.email, names?.name ?? '', names?.company ?? '']);
  if (!fits.ok) return fits;
  if (!(await deps.replacePassword(account, account.passwordHash, newPassword)))
    return rejected('failedLogin');
  const { companyId, employeeId } = account;
  return deps.enter(call, { companyId, employeeId }, zone);
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
function sessionRoutes(route: Route, { sessions, cookie }: AuthRoutesDeps): void {
  route(sessionEndpoints.getSessions, async ({ caller }) => {
    const open = await sessions.listOf(caller);
    return answer({ requestedData: open.map((session) => entry(session, caller.sessionId)) });
  });

  route(sessionEndpoints.endSession, async ({ caller, params }) => {
    const { companyId, employeeId } = caller;
    const ended = await sessions.revoke({ companyId, employeeId, sessionId: params.id });
    if (!ended) return rejected('noSuchSession');
    const cookies = params.id === caller.sessionId ? [cookie.clear()] : [];
    return { ok: true, reply: { message: messages.sessionEnded }, cookies };
  });

  route(sessionEndpoints.endOtherSessions, async ({ caller }) => {
    await sessions.revokeAllOf(caller, caller.sessionId);
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

/** The order matters: many browsers also name others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A readable name for the device that sent this User-Agent. Only a hint for people; never decide by it. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device';
  const among = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [among(BROWSERS), among(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'A program';
}
