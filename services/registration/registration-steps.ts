import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';

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
