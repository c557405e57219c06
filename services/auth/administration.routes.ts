import * as endpoints from '#contracts/endpoints/administration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { answer, type Route } from '#platform/http/call.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import { deedOf } from './access-deeds.ts';
import type { AccountRules } from './account-rules.ts';
import { type LetterDeps, letterTo } from './factor-letters.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

export type AdministrationDeps = LetterDeps & {
  readonly factors: Pick<SecondFactors, 'reset' | 'factorsOf'>;
  readonly sessions: Pick<Sessions, 'revokeAllOf'>;
  /** Null for a former employee and an unknown id. */
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly rules: AccountRules;
};

/** What an administrator does about the sign-ins of others, and the rule of the company. */
export function administrationRoutes(route: Route, deps: AdministrationDeps): void {
  const { access, factors, sessions, rules } = deps;

  route(endpoints.endSessionsOf, async (call) => {
    const { caller, params } = call;
    const person = { companyId: caller.companyId, employeeId: params.id };
    const checked = await mayActFor(caller, person, deps);
    if (!checked.ok) return checked;
    const mail = await letterTo(
      person,
      'sessions ended',
      { ...deedOf(call, caller, 'sessions ended'), employeeId: params.id },
      deps,
    );
    await mail.post();
    await sessions.revokeAllOf(person);
    return answer({ message: messages.sessionsOfEnded });
  });

  route(endpoints.resetFactorsOf, async (call) => {
    const { caller, params } = call;
    const person = { companyId: caller.companyId, employeeId: params.id };
    const checked = await mayActFor(caller, person, deps);
    if (!checked.ok) return checked;
    const mail = await letterTo(
      person,
      'factors reset',
      { ...deedOf(call, caller, 'factors reset'), employeeId: params.id },
      deps,
    );
    await sessions.revokeAllOf(person);
    await factors.reset(person, mail.tell);
    mail.done();
    return answer({ message: messages.factorsReset });
  });

  route(endpoints.getSignInRules, async ({ caller: { companyId } }) =>
    answer({ managersFactor: (await rules.of(companyId)).managersFactor ? 'required' : 'optional' }),
  );

  route(endpoints.setSignInRules, async (call) => {
    const { caller, body } = call;
    const isRequired = body.managersFactor === 'required';
    const { authenticator, passkeys } = await factors.factorsOf(caller);
    if (isRequired && !authenticator && passkeys === 0) return rejected('noSecondFactor');
    const fact = isRequired ? 'factor required of managers' : 'factor not required of managers';
    if ((await rules.of(caller.companyId)).managersFactor !== isRequired)
      await access.note(deedOf(call, caller, fact));
    await rules.set(caller.companyId, { managersFactor: isRequired });
    return answer({ message: messages.updated });
  });
}

/** The super employee for everybody else, a manager for associates. */
async function mayActFor(
  caller: Principal,
  person: Person,
  { accessOf }: Pick<AdministrationDeps, 'accessOf'>,
): Promise<Result<undefined, 'noSuchEmployee' | 'ownInProfile' | 'restricted'>> {
  if (person.employeeId === caller.employeeId) return rejected('ownInProfile');
  const access = await accessOf(person);
  if (access === null) return rejected('noSuchEmployee');
  const mayAct = caller.type === 'super employee' || access.role !== 'manager';
  return mayAct ? accepted() : rejected('restricted');
}
