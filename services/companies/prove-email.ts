import type { CommandContext, CommandOutcome } from '#platform/commands/command.ts';
import { refuse } from '#platform/commands/decision.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { EmailOwners } from './email-owners.ts';
import type { EndRegistration } from './end-registration.ts';
import type { Pending, PendingRegistrations } from './pending-registrations.ts';
import type { RegistrationAccounts, RegistrationEmployees } from './registration.port.ts';
import { registrationStep, superEmployeeOf } from './registration-steps.ts';
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

/** The company whose card step is open now; null: whoever has this email signs in. */
export type Proven = { readonly companyId: string | null };

/** After one of them is proven so many others of the email end at once; the job ends the rest. */
const ENDED_AT_ONCE = 100;

export function createProveEmail(deps: ProveEmailDeps) {
  const { pending, tickets, ownerOf, end } = deps;

  /**
   * What is proven for a browser with this registrant's token. Somebody else may have filled in a form with the
   * same email and a password of his own: his company must not become that of who reads the mail, so that only
   * the browser's own counts. A browser without any gets the one there is, if there is no other.
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
    /** Whom a code for this email greets; null: nobody registers with it. */
    async recipient(email: string, token: string | null) {
      const found = await pendingOf(email, token);
      if (found) {
        const { firstName, lastName } = found.registrant;
        return { name: `${firstName} ${lastName}`, companyId: found.companyId };
      }
      const owner = await ownerOf(email);
      return owner?.isRegistrant ? { name: owner.companyName, companyId: owner.companyId } : null;
    },

    /**
     * Whoever sends this reads the mail of that address: his company is verified, and he becomes its super
     * employee. Refuses `unableToVerifyEmail` when there is nothing to be proven any more.
     */
    async prove(ctx: CommandContext, email: string, token: string | null): Promise<CommandOutcome<Proven>> {
      const found = await pendingOf(email, token);
      if (found) {
        const outcome = await complete(ctx, found, deps);
        if (outcome.ok) {
          await endOthers(ctx, email);
          return { ...outcome, value: { companyId: found.companyId } };
        }
        if (outcome.refusal !== 'emailTaken') return outcome;
      }
      const owner = await ownerOf(email);
      if (owner === null) return refuse('unableToVerifyEmail');
      const goesOn = owner.isRegistrant && owner.isUnpaid && !found;
      return { ok: true, position: 0, value: { companyId: goesOn ? owner.companyId : null } };
    },
  };
}

/**
 * The email is claimed first, so that of many who prove it at once one gets it. The company before the
 * employee: nobody is let in to one that is not verified. Repeated after a kill, each step finds itself done.
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
    if (!(await claim(email))) return refuse('emailTaken');
    const facts = { name, employeeCount, superEmployeeId: employeeId };
    const registered = await companies.registerCompany(step('register'), facts);
    if (!registered.ok) return registered;
    const verified = await companies.verifyCompany(step('verify'));
    if (!verified.ok) return verified;
    return employees.addSuperEmployee(step('super employee'), { employeeId, firstName, lastName, email });
  });
}
