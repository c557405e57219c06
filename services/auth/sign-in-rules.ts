import type { SecurityChange } from '#contracts/company-kinds.ts';
import type { SecondStep } from '#contracts/endpoints/auth.endpoints.ts';
import { UnwritableEvent } from '#contracts/events/codec.ts';
import { messages } from '#contracts/messages.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { Person } from '#platform/principal.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import type { SecondFactors } from './second-factors.ts';
import type { FirstStep, SecondSteps } from './second-steps.ts';
import type { StepCookie } from './session-cookie.ts';
import type { SignIn, SignInAnswer, SignInInput } from './sign-in.ts';

/** What follows a right password: a second step, or a session that may have to set up a factor first. */
export type AfterPassword = { readonly secondStep: SecondStep | null; readonly needsFactor: boolean };

export type SignInRulesDeps = {
  readonly factors: Pick<SecondFactors, 'factorsOf'>;
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly managersNeedFactor: (companyId: string) => Promise<boolean>;
};

/** With an app its code is needed. Where managers need a factor, a passkey is one, and without any it is set up first. */
export function createAfterPassword({ factors, accessOf, managersNeedFactor }: SignInRulesDeps) {
  return async (person: Person): Promise<AfterPassword> => {
    const { authenticator, passkeys } = await factors.factorsOf(person);
    const secondStep = { code: authenticator, passkey: passkeys > 0 };
    if (authenticator) return { secondStep, needsFactor: false };
    const isManager = (await accessOf(person))?.role === 'manager';
    if (!isManager || !(await managersNeedFactor(person.companyId)))
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
  return async (call: SignInInput, person: FirstStep, timeZone: string): Promise<SignInAnswer> => {
    const { secondStep, needsFactor } = await afterPassword(person);
    if (secondStep === null) return enter(call, { ...person, needsFactor }, timeZone);
    const cookies = [stepCookie.set(await steps.begin(person))];
    const reply = { message: messages.secondStepNeeded, isLoggedIn: false, secondStep };
    return { ok: true, reply, cookies };
  };
}

/** Tells the history what changed, after it did; returns the position of the event. */
export type TellHistory = (
  ctx: CommandContext,
  change: SecurityChange,
  employeeId: string,
) => Promise<number>;

export type RecordSecurity = (
  ctx: CommandContext,
  change: SecurityChange,
  employeeId: string | null,
) => Promise<CommandOutcome<unknown>>;

/** While a process of a former version runs, which could not read the event, the mail and the security log tell alone. */
export const createTellHistory =
  (record: RecordSecurity): TellHistory =>
  async (ctx, change, employeeId) => {
    const own = { ...ctx, commandId: derivedId(ctx.commandId, change) };
    try {
      const outcome = await record(own, change, employeeId);
      return outcome.ok ? outcome.position : 0;
    } catch (error) {
      if (error instanceof UnwritableEvent) return 0;
      throw error;
    }
  };
