import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/person.ts';
import type { Accounts } from './accounts.ts';
import type { Sessions } from './sessions.ts';

/** The accounts as adding, editing and deleting employees sees them: whoever is deleted is signed out, too. */
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
      // Should this not be reached: a session of somebody who is no employee is worth nothing.
      if (outcome.ok) await sessions.revokeAllOf(person);
      return outcome;
    },
  };
}
