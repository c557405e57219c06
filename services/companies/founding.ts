import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompaniesCommands } from './companies.commands.ts';

/** What a founding needs of the people and their accounts. */
export type FoundingDeps = {
  readonly companies: Pick<CompaniesCommands, 'registerCompany' | 'verifyCompany'>;
  readonly employees: {
    addSuperEmployee(
      ctx: CommandContext,
      input: Omit<Founder, 'password'> & { employeeId: string },
    ): Promise<CommandOutcome<unknown>>;
  };
  readonly accounts: {
    /** False when the email is somebody else's. */
    create(account: {
      email: string;
      employeeId: string;
      companyId: string;
      password: string | null;
    }): Promise<boolean>;
  };
};

export type Founder = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly employeeNumber?: string;
  readonly password: string;
};

/**
 * Makes a company with its super employee without the steps of the registration: for an import or the demo.
 * May be repeated, also after it was cut short: ids derive from the company's. The account comes first,
 * because it decides whose the email is. The subscription is another matter.
 */
export async function foundCompany(
  { companies, employees, accounts }: FoundingDeps,
  context: (step: string) => CommandContext,
  { name, employeeCount, founder }: { name: string; employeeCount: string; founder: Founder },
): Promise<{ superEmployeeId: string }> {
  const { companyId } = context('found');
  const superEmployeeId = derivedId(companyId, 'super employee');
  const { password, ...person } = founder;
  if (!(await accounts.create({ email: person.email, employeeId: superEmployeeId, companyId, password }))) {
    throw new Error(`${person.email} belongs to somebody of another company`);
  }
  const registered = await companies.registerCompany(context('register company'), {
    name,
    employeeCount,
    superEmployeeId,
  });
  const added = await employees.addSuperEmployee(context('add super employee'), {
    ...person,
    employeeId: superEmployeeId,
  });
  // Whoever founds it vouches for the email.
  const verified = await companies.verifyCompany(context('verify company'));
  for (const outcome of [registered, added, verified]) {
    if (!outcome.ok) throw new Error(`the company could not be founded: ${outcome.refusal}`);
  }
  return { superEmployeeId };
}
