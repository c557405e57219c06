import { rejected } from '#contracts/result.ts';
import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { EmailOwners } from './email-owners.ts';
import type { Pending, PendingRegistrations } from './pending-registrations.ts';
import type { RegistrationAccounts, RegistrationEmployees } from './registration.port.ts';
import { type EndRegistration, registrationStep, superEmployeeOf } from './registration-steps.ts';
import type { RegistrationTickets } from './registration-tickets.ts';

export type ProveEmailDeps = {
  readonly companies: Pick<CompaniesCommands, 'registerCompany' | 'verifyCompany'>;
  readonly employees: Pick<RegistrationEmployees, 'addSuperEmployee'>;
  readonly accounts: Pick<RegistrationAccounts, 'admitHashed'>;
  readonly ownerOf: EmailOwners;
  readonly pending: PendingRegistrations;
  readonly tickets: Pick<RegistrationTickets, 'findRegistered'>;
  readonly end: EndRegistration;
};

/** The company whose card step is open now; null: the owner of the email signs in instead. */
export type Proven = { readonly companyId: string | null };

/** How many other registrations of a proven email end at once; the job ends the rest. */
const ENDED_AT_ONCE = 100;

export function createProveEmail(deps: ProveEmailDeps) {
  const { pending, tickets, ownerOf, end } = deps;

  /**
   * The registration that a browser with this token proves. An attacker may have sent a form with the same email
   * and a password of their own. Their company must not go to the reader of the mail, so only the browser's own
   * registration counts. A browser without a token gets the registration if it is the only one.
   */
  async function pendingOf(email: string, token: string | null): Promise<Pending | null> {
    const ticket = await tickets.findRegistered(token);
    if (ticket?.email === email) return pending.find(ticket.companyId);
    const [only, another] = await pending.ofEmail(email, 2);
    return only && !another ? only : null;
  }

  async function endOthers(ctx: CommandContext, email: string): Promise<void> {
    for (const other of await pending.ofEmail(email, ENDED_AT_ONCE)) await end(ctx, other.companyId);
  }

  return {
    /** The company that a code is mailed for; null: no registration has this email. */
    async recipient(email: string, token: string | null): Promise<{ companyId: string } | null> {
      const found = await pendingOf(email, token);
      if (found) return { companyId: found.companyId };
      const owner = await ownerOf(email);
      return owner?.isRegistrant ? { companyId: owner.companyId } : null;
    },

    /**
     * The caller has proven the mailbox: the company becomes verified and the registrant its super employee.
     * Refuses `unableToVerifyEmail` when the registration has ended.
     */
    async prove(ctx: CommandContext, email: string, token: string | null): Promise<CommandOutcome<Proven>> {
      const found = await pendingOf(email, token);
      if (found) {
        const outcome = await complete(ctx, found, deps);
        if (outcome.ok) {
          await endOthers(ctx, email);
          return { ...outcome, value: { companyId: found.companyId } };
        }
        if (outcome.code !== 'emailTaken') return outcome;
      }
      const owner = await ownerOf(email);
      if (owner === null) return rejected('unableToVerifyEmail');
      const goesOn = owner.isRegistrant && owner.isUnpaid && !found;
      return { ok: true, position: 0, value: { companyId: goesOn ? owner.companyId : null } };
    },
  };
}

/**
 * The email is claimed first, so that of several concurrent proofs one gets it. The company is verified before the
 * employee is added: there is no access to an unverified company. After a crash a retry skips the completed steps.
 */
function complete(
  ctx: CommandContext,
  { companyId, registrant, passwordHash }: Pending,
  { companies, employees, accounts }: ProveEmailDeps,
): Promise<CommandOutcome<unknown>> {
  const { companyName: name, employeeCount, firstName, lastName, email } = registrant;
  const employeeId = superEmployeeOf(companyId);
  const step = (name: string) => registrationStep(ctx, companyId, name);
  return accounts.admitHashed({ companyId, employeeId }, passwordHash, async (claim) => {
    if (!(await claim(email))) return rejected('emailTaken');
    const facts = { name, employeeCount, superEmployeeId: employeeId };
    const registered = await companies.registerCompany(step('register'), facts);
    if (!registered.ok) return registered;
    const verified = await companies.verifyCompany(step('verify'));
    if (!verified.ok) return verified;
    return employees.addSuperEmployee(step('super employee'), { employeeId, firstName, lastName, email });
  });
}
