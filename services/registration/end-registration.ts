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

/** `ctx` gives time and origin; its company is ignored. False: the registration is busy, try again later. */
export type EndRegistration = (ctx: CommandContext, companyId: string) => Promise<boolean>;

/**
 * Ends a registration: an unproven company expires, for a proven one only the stored form is deleted. The row is
 * deleted last, so that the job completes an interrupted run.
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
