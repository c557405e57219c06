import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompaniesCommands } from './companies.commands.ts';

/** The parts of the employees and auth slices that founding a company needs. */
export type FoundingDeps = {
  readonly companies: Pick<CompaniesCommands, 'registerCompany' | 'verifyCompany'>;
  readonly employees: {
    addSuperEmployee(
      ctx: CommandContext,
      input: Omit<Founder, 'password'> & { employeeId: string },
    ): Promise<CommandOutcome<unknown>>;
  };
  readonly accounts: {
    /** False when another employee has proven the email. */
    create(account: {
      email: string;
      employeeId: string;
      companyId: string;
      password: string | null;
      isProven: true;
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
 * Creates a company with its super employee without the steps of a registration: for an import or the demo.
 * It may be repeated, also after an interruption: all ids derive from the company id. The account comes first,
 * because it decides who owns the email. It starts no subscription.
 */
export async function foundCompany(
  { companies, employees, accounts }: FoundingDeps,
  context: (step: string) => CommandContext,
  { name, employeeCount, founder }: { name: string; employeeCount: string; founder: Founder },
): Promise<{ superEmployeeId: string }> {
  const { companyId } = context('found');
  const superEmployeeId = derivedId(companyId, 'super employee');
  const { password, ...person } = founder;
  // The operator vouches for the email.
  const account = { email: person.email, employeeId: superEmployeeId, companyId, password };
  if (!(await accounts.create({ ...account, isProven: true }))) {
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
  const verified = await companies.verifyCompany(context('verify company'));
  for (const outcome of [registered, added, verified]) {
    if (!outcome.ok) throw new Error(`the company could not be founded: ${outcome.code}`);
  }
  return { superEmployeeId };
}
