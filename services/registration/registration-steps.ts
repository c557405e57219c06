import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';
import type { CompaniesCommands } from './companies.commands.ts';
import type { PendingRegistrations } from './pending-registrations.ts';
import type { RegistrationTickets } from './registration-tickets.ts';

/** The id of the registrant, before and after they become an employee. */
export function superEmployeeOf(companyId: string): string {
  return derivedId(companyId, 'super employee');
}

/** A step of a registration: repeating a step repeats the same command. */
export function registrationStep(ctx: CommandContext, companyId: string, step: string): CommandContext {
  return {
    ...ctx,
    companyId,
    // The caller has no id yet, and their email must not enter an event.
    actorId: ctx.actorId === null ? null : superEmployeeOf(companyId),
    commandId: derivedId(companyId, 'registration', step),
    origin: 'registration',
  };
}

type EndRegistrationDeps = {
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
