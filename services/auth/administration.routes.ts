import * as endpoints from '#contracts/endpoints/administration.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { accepted, type Result, rejected } from '#contracts/result.ts';
import { answer, type Route } from '#platform/http/call.ts';
import type { Person, Principal } from '#platform/principal.ts';
import type { EmployeeAccess } from '#projections/directory/directory.queries.ts';
import { type Deed, deedOf } from './access-deeds.ts';
import type { AccountRules } from './account-rules.ts';
import { type LetterDeps, letterTo } from './factor.mail.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';

export type AdministrationDeps = LetterDeps & {
  readonly factors: Pick<SecondFactors, 'reset' | 'factorsOf'>;
  readonly sessions: Pick<Sessions, 'revokeAllOf' | 'endAllWith'>;
  /** Null for a former employee and an unknown id. */
  readonly accessOf: (person: Person) => Promise<EmployeeAccess | null>;
  readonly rules: AccountRules;
};

/** What the access history says of a rule that is set, and of one that is taken back. */
const RULE_FACTS = {
  ownPasswords: { true: 'own passwords required', false: 'own passwords not required' },
  managersFactor: { true: 'factor required of managers', false: 'factor not required of managers' },
} as const;

/** What an administrator does about the sign-ins of others, and the rule of the company. */
export function administrationRoutes(route: Route, deps: AdministrationDeps): void {
  const { access, factors, sessions, rules } = deps;

  route(endpoints.endSessionsOf, async (call) => {
    const found = await personFor(call, 'sessions ended');
    if (!found.ok) return found;
    const { person, mail } = found.value;
    await mail.post();
    await sessions.revokeAllOf(person);
    return answer({ message: messages.sessionsOfEnded });
  });

  route(endpoints.resetFactorsOf, async (call) => {
    const found = await personFor(call, 'factors reset');
    if (!found.ok) return found;
    const { person, mail } = found.value;
    let announce = () => {};
    // The sessions last: a factor that opens one at this moment is locked until then, or gone.
    await factors.reset(person, async (on) => {
      await mail.tell(on);
      announce = await sessions.endAllWith(person, on);
    });
    announce();
    mail.done();
    return answer({ message: messages.factorsReset });
  });

  route(endpoints.getAccountRules, async ({ caller }) => answer(await rules.of(caller.companyId)));

  route(endpoints.editAccountRules, async (call) => {
    const { caller, body } = call;
    if (body.managersFactor === 'true' && !(await hasFactor(caller))) return rejected('noSecondFactor');
    const former = await rules.of(caller.companyId);
    for (const rule of ['ownPasswords', 'managersFactor'] as const) {
      const value = body[rule];
      if (value === undefined || value === String(former[rule])) continue;
      await access.note(deedOf(call, caller, RULE_FACTS[rule][value]));
      await rules.set(caller.companyId, { [rule]: value === 'true' });
    }
    return answer({ message: messages.updated });
  });

  /** The person that the caller does this to, and the mail that tells of it. */
  async function personFor(
    call: Deed & { readonly caller: Principal; readonly params: { readonly id: string } },
    change: 'sessions ended' | 'factors reset',
  ) {
    const { caller, params } = call;
    const person = { companyId: caller.companyId, employeeId: params.id };
    const checked = await mayActFor(caller, person, deps);
    if (!checked.ok) return checked;
    const note = { ...deedOf(call, caller, change), employeeId: person.employeeId };
    return accepted({ person, mail: await letterTo(person, change, note, deps) });
  }

  async function hasFactor(person: Person): Promise<boolean> {
    const { authenticator, passkeys } = await factors.factorsOf(person);
    return authenticator || passkeys > 0;
  }
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
