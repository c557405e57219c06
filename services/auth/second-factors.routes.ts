import * as endpoints from '#contracts/endpoints/second-factors.endpoints.ts';
import { isTimeZone } from '#contracts/local-date.ts';
import { messages } from '#contracts/messages.ts';
import { rejected } from '#contracts/result.ts';
import { answer, type Call, type Route } from '#platform/http/call.ts';
import { deedOf } from './access-deeds.ts';
import { type LetterDeps, letterTo } from './factor.mail.ts';
import { clientOf } from './identity-proof.ts';
import type { KnownClients } from './known-clients.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SecondSteps } from './second-steps.ts';
import type { DeviceCookie, StepCookie } from './session-cookie.ts';
import type { SignIn, SignInAnswer } from './sign-in.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export type SecondFactorsRoutesDeps = LetterDeps & {
  readonly factors: SecondFactors;
  readonly steps: SecondSteps;
  readonly signInLimits: Pick<SignInLimits, 'attemptByCode'>;
  readonly knownClients: Pick<KnownClients, 'known'>;
  readonly deviceCookie: DeviceCookie;
  readonly stepCookie: StepCookie;
  readonly enter: SignIn;
};

export function secondFactorsRoutes(route: Route, deps: SecondFactorsRoutesDeps): void {
  const { factors } = deps;
  route(endpoints.loginSecondStep, (call) => secondStep(call, deps));

  route(endpoints.getFactors, async ({ caller }) => answer(await factors.factorsOf(caller)));

  route(endpoints.offerAuthenticator, async ({ caller }) =>
    answer(await factors.offer(caller, (await deps.accounts.emailOf(caller)) ?? '')),
  );

  route(endpoints.addAuthenticator, async (call) => {
    const { caller, body } = call;
    const mail = await letterTo(caller, 'app added', deedOf(call, caller, 'app added'), deps);
    const added = await factors.confirm(caller, body.code.replaceAll(/\s/g, ''), mail.tell);
    if (!added.ok) return added;
    mail.done();
    return answer({ message: messages.authenticatorAdded, recoveryCodes: added.value });
  });

  route(endpoints.deleteAuthenticator, async (call) => {
    const { caller } = call;
    const mail = await letterTo(caller, 'app removed', deedOf(call, caller, 'app removed'), deps);
    if (!(await factors.remove(caller, mail.tell))) return rejected('noAuthenticator');
    mail.done();
    return answer({ message: messages.authenticatorRemoved });
  });

  route(endpoints.renewRecoveryCodes, async (call) => {
    const { caller } = call;
    const mail = await letterTo(caller, 'codes made', deedOf(call, caller, 'recovery codes made'), deps);
    const made = await factors.renewCodes(caller, mail.tell);
    if (!made.ok) return made;
    mail.done();
    return answer({ message: messages.recoveryCodesMade, recoveryCodes: made.value });
  });
}

/**
 * A code after a right password. It is spent before the session opens: a process that is killed in between leaves the
 * sign-in to be completed with the next code.
 */
async function secondStep(
  call: Call<typeof endpoints.loginSecondStep>,
  deps: SecondFactorsRoutesDeps,
): Promise<SignInAnswer> {
  const { steps, factors, accounts, signInLimits, knownClients, stepCookie } = deps;
  const { code, tz } = call.body;
  if (tz && !isTimeZone(tz)) return rejected('invalidTimeZone');
  const token = stepCookie.read(call.cookieHeader);
  const first = token === null ? null : await steps.find(token);
  const email = first && (await accounts.emailOf(first));
  if (token === null || first === null || email === null) return rejected('secondStepEnded');
  const client = clientOf(call, deps);
  const isKnown = (await knownClients.known(email, client)) === 'device';
  const mail = await letterTo(first, 'code used', deedOf(call, first, 'recovery code used'), deps);
  const attempt = await signInLimits.attemptByCode(email, first, client, async () => {
    const used = await factors.use(first, code, isKnown, mail.tell);
    return used && { ...first, used };
  });
  if (!attempt.ok) return attempt.code === 'failedLogin' ? rejected('wrongFactorCode') : attempt;
  if (attempt.value.used === 'recovery code') mail.done();
  const entered = await deps.enter(
    call,
    { ...first, stepToken: token },
    tz || (await accounts.timeZoneOf(first)),
  );
  if (!entered.ok) return entered;
  await steps.end(token);
  return { ...entered, cookies: [...(entered.cookies ?? []), stepCookie.clear()] };
}
