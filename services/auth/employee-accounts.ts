import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/person.ts';
import type { Accounts } from './accounts.ts';
import type { Sessions } from './sessions.ts';

/** The accounts as the employees slice uses them: deleting an employee also ends their sessions. */
export function createEmployeeAccounts(
  { admit, move, dismiss, timeZoneOf }: Pick<Accounts, 'admit' | 'move' | 'dismiss' | 'timeZoneOf'>,
  sessions: Pick<Sessions, 'revokeAllOf'>,
) {
  return {
    admit,
    move,
    timeZoneOf,
    async dismiss<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
      const outcome = await dismiss(person, work);
      // If this is not reached, the session has no rights: its employee does not exist any more.
      if (outcome.ok) await sessions.revokeAllOf(person);
      return outcome;
    },
  };
}
