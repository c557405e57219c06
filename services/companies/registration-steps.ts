import type { CommandContext } from '#platform/commands/command.ts';
import { derivedId } from '#platform/ids.ts';

/** Who registered a company, before and after he is an employee. */
export function superEmployeeOf(companyId: string): string {
  return derivedId(companyId, 'super employee');
}

/** A step of the registration of a company: the same step is the same command, whoever repeats it. */
export function registrationStep(ctx: CommandContext, companyId: string, step: string): CommandContext {
  return {
    ...ctx,
    companyId,
    // Who asks has no id as yet but his email, and that is no business of an event.
    actorId: ctx.actorId === null ? null : superEmployeeOf(companyId),
    commandId: derivedId(companyId, 'registration', step),
    origin: 'registration',
  };
}
