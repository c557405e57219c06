import * as endpoints from '#contracts/endpoints/administration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { answer, type Route } from '#platform/http/call.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import { type LetterDeps, letterTo } from './factor-letters.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';
import type { RecordSecurity, TellHistory } from './sign-in-rules.ts';

export type AdministrationDeps = LetterDeps & {
  readonly factors: Pick<SecondFactors, 'reset' | 'factorsOf'>;
  readonly sessions: Pick<Sessions, 'revokeAllOf'>;
  /** Null for a former employee and an unknown id. */
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly tellHistory: TellHistory;
  readonly managersNeedFactor: (companyId: string) => Promise<boolean>;
  readonly recordSecurity: RecordSecurity;
};

/** What an administrator does about the sign-ins of others, and the rule of the company. */
export function administrationRoutes(route: Route, deps: AdministrationDeps): void {
  const { factors, sessions, tellHistory } = deps;

  route(endpoints.endSessionsOf, async (call) => {
    const { caller, params } = call;
    const person = { companyId: caller.companyId, employeeId: params.id };
    const checked = await mayActFor(caller, person, deps);
    if (!checked.ok) return checked;
    const mail = await letterTo(person, 'sessions ended', deps);
    await mail.post();
    await sessions.revokeAllOf(person);
    const position = await tellHistory(call.command(caller), 'sessions ended', params.id);
    return { ok: true, position, reply: { message: messages.sessionsOfEnded } };
  });

  route(endpoints.resetFactorsOf, async (call) => {
    const { caller, params } = call;
    const person = { companyId: caller.companyId, employeeId: params.id };
    const checked = await mayActFor(caller, person, deps);
    if (!checked.ok) return checked;
    const mail = await letterTo(person, 'factors reset', deps);
    await sessions.revokeAllOf(person);
    await factors.reset(person, mail.tell);
    mail.done();
    const position = await tellHistory(call.command(caller), 'factors reset', params.id);
    return { ok: true, position, reply: { message: messages.factorsReset } };
  });

  route(endpoints.getSignInRules, async ({ caller: { companyId } }) =>
    answer({ managersFactor: (await deps.managersNeedFactor(companyId)) ? 'required' : 'optional' }),
  );

  route(endpoints.setSignInRules, async (call) => {
    const isRequired = call.body.managersFactor === 'required';
    const { authenticator, passkeys } = await factors.factorsOf(call.caller);
    if (isRequired && !authenticator && passkeys === 0) return rejected('noSecondFactor');
    const change = isRequired ? 'factor required' : 'factor not required';
    const outcome = await deps.recordSecurity(call.command(call.caller), change, null);
    if (!outcome.ok) return outcome;
    return { ok: true, position: outcome.position, reply: { message: messages.updated } };
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
