import * as endpoints from '#contracts/endpoints/own-account.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Route } from '#platform/http/call.ts';
import type { TooManyRequests } from '#platform/limits/limits.port.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { Accounts } from './accounts.ts';
import type { ReplacePassword } from './new-password.ts';
import type { Named } from './password-reset.routes.ts';
import { passwordRules } from './password-rules.ts';
import type { DeviceCookie } from './session-cookie.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export type OwnAccountDeps = {
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'verify' | 'emailOf'>;
  readonly limits: Pick<SignInLimits, 'attempt'>;
  readonly deviceCookie: DeviceCookie;
  readonly replacePassword: ReplacePassword;
  /** As in a reset. */
  readonly nameOf: (person: Person) => Promise<{ name: string; company: string } | null>;
  /** Puts the notice about the new password into the outbox. */
  readonly tellChanged: (person: Named & { readonly email: string }, at: string) => Promise<void>;
};

/** Password of the person who is signed in. */
export function ownAccountRoutes(route: Route, deps: OwnAccountDeps): void {
  route(endpoints.changePassword, (call) => changePassword(call, deps));
}

async function changePassword(
  call: Call<typeof endpoints.changePassword>,
  deps: OwnAccountDeps,
): Promise<Answer<{ message: string }>> {
  const { caller, body } = call;
  const checked = passwordRules.chosen(body.newPassword);
  if (!checked.ok) return checked;
  const proven = await provePassword(call, body.currentPassword, deps);
  if (!proven.ok) return proven;
  const { email, passwordHash } = proven.value;
  const names = (await deps.nameOf(caller)) ?? { name: '', company: '' };
  const fits = passwordRules.chosen(body.newPassword, [email, names.name, names.company]);
  if (!fits.ok) return fits;
  if (!(await deps.replacePassword(caller, passwordHash, body.newPassword))) return rejected('wrongPassword');
  const { companyId, employeeId } = caller;
  await deps.tellChanged({ companyId, employeeId, email, ...names }, deps.clock.now().toISOString());
  return { ok: true, reply: { message: messages.ownPasswordChanged } };
}

type Proven = { readonly email: string; readonly passwordHash: string };

/** Whether the caller knows the password of the session; a stolen one guesses no faster than a sign-in. */
async function provePassword(
  call: { readonly caller: Principal; readonly address: string; readonly cookieHeader: string | undefined },
  password: string,
  { accounts, limits, deviceCookie }: OwnAccountDeps,
): Promise<Result<Proven, 'wrongPassword' | 'tooManyGuesses'> | TooManyRequests> {
  const email = await accounts.emailOf(call.caller);
  if (email === null) return rejected('wrongPassword');
  const client = { address: call.address, device: deviceCookie.read(call.cookieHeader) };
  const attempt = await limits.attempt(email, client, async () => {
    const found = await accounts.verify(email, password);
    return found?.employeeId === call.caller.employeeId ? found : null;
  });
  if (attempt.ok) return accepted({ email, passwordHash: attempt.value.passwordHash });
  if ('retryAfterSeconds' in attempt) return attempt;
  return rejected(attempt.code === 'tooManyGuesses' ? attempt.code : 'wrongPassword');
}
