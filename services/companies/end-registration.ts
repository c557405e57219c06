import type { CommandContext } from '#platform/commands/command.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { PendingRegistrations } from './pending-registrations.ts';
import { registrationStep } from './registration-steps.ts';
import type { RegistrationTickets } from './registration-tickets.ts';

export type EndRegistrationDeps = {
  readonly companies: Pick<CompaniesCommands, 'expireCompany'>;
  readonly pending: Pick<PendingRegistrations, 'drop'>;
  readonly tickets: Pick<RegistrationTickets, 'dropRegistered'>;
};

/** `ctx` says when and why; its company does not matter. False: too much is going on there, come again. */
export type EndRegistration = (ctx: CommandContext, companyId: string) => Promise<boolean>;

/**
 * Ends a registration: an unproven company expires, a proven one only loses what was kept until then. The row
 * goes last, so that whoever is cut short is followed by the job.
 */
export function createEndRegistration({ companies, pending, tickets }: EndRegistrationDeps): EndRegistration {
  return async (ctx, companyId) => {
    const outcome = await companies.expireCompany(
      registrationStep({ ...ctx, actorId: null }, companyId, 'expire'),
    );
    if (!outcome.ok) return false;
    await tickets.dropRegistered(companyId);
    await pending.drop(companyId);
    return true;
  };
}
