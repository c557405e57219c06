import type { SecondStep } from '#contracts/endpoints/auth.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import type { Person } from '#platform/principal.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import type { AccountRules } from './account-rules.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SecondSteps } from './second-steps.ts';
import type { StepCookie } from './session-cookie.ts';
import type { SignIn, SignInAnswer, SignInInput } from './sign-in.ts';

/** What follows a right password: a second step, or a session that may have to set up a factor first. */
export type AfterPassword = { readonly secondStep: SecondStep | null; readonly needsFactor: boolean };

export type SignInRulesDeps = {
  readonly factors: Pick<SecondFactors, 'factorsOf'>;
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly rules: Pick<AccountRules, 'of'>;
};

/** With an app its code is needed. Where managers need a factor, a passkey is one, and without any it is set up first. */
export function createAfterPassword({ factors, accessOf, rules }: SignInRulesDeps) {
  return async (person: Person): Promise<AfterPassword> => {
    const { authenticator, passkeys } = await factors.factorsOf(person);
    const secondStep = { code: authenticator, passkey: passkeys > 0 };
    if (authenticator) return { secondStep, needsFactor: false };
    const isManager = (await accessOf(person))?.role === 'manager';
    if (!isManager || !(await rules.of(person.companyId)).managersFactor)
      return { secondStep: null, needsFactor: false };
    return passkeys > 0 ? { secondStep, needsFactor: false } : { secondStep: null, needsFactor: true };
  };
}

type GoOnDeps = {
  readonly afterPassword: (person: Person) => Promise<AfterPassword>;
  readonly steps: Pick<SecondSteps, 'begin'>;
  readonly stepCookie: StepCookie;
  readonly enter: SignIn;
};

export type GoOn = ReturnType<typeof createGoOn>;

/** After a right password, or an invitation that has set one: the second step, or the session. */
export function createGoOn({ afterPassword, steps, stepCookie, enter }: GoOnDeps) {
  return async (
    call: SignInInput,
    { passwordHash, ...person }: Person & { readonly passwordHash: string | null },
    timeZone: string,
  ): Promise<SignInAnswer> => {
    const { secondStep, needsFactor } = await afterPassword(person);
    if (passwordHash === null) return enter(call, { ...person, needsFactor }, timeZone);
    const first = { ...person, passwordHash };
    if (secondStep === null) return enter(call, { ...first, needsFactor }, timeZone);
    const cookies = [stepCookie.set(await steps.begin(first))];
    const reply = { message: messages.secondStepNeeded, isLoggedIn: false, secondStep };
    return { ok: true, reply, cookies };
  };
}
