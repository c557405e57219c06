import type { AccessFact } from '#contracts/events/access.events.ts';
import type { AccessNote } from '#platform/access/access-notes.ts';
import type { CommandContext } from '#platform/commands/command.ts';
import type { Person } from '#platform/principal.ts';
import { deviceName } from './device-name.ts';

/** The fields of a request that say when, from where and how something was done. */
export type Deed = {
  readonly address: string;
  readonly userAgent: string | undefined;
  command(actor: Person): CommandContext;
};

/** What this person has done to the own account, for the access history. */
export function deedOf(call: Deed, person: Person, fact: AccessFact): AccessNote {
  const { companyId, employeeId } = person;
  const { now: at, correlationId } = call.command(person);
  const device = deviceName(call.userAgent ?? null);
  return {
    companyId,
    employeeId,
    actorId: employeeId,
    fact,
    at,
    correlationId,
    address: call.address,
    device,
  };
}
