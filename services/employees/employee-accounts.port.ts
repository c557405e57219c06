import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/person.ts';
import type { ClaimEmail } from './employees.commands.ts';

/**
 * The accounts, as far as adding, editing and deleting employees needs them. Each takes the command as `work`
 * and answers what it came to; afterwards the account is what the events say, also when it was refused.
 */
export type EmployeeAccounts = {
  /** With a password that has been checked. */
  admit<Value>(
    person: Person,
    password: string,
    work: (claim: ClaimEmail) => Promise<CommandOutcome<Value>>,
  ): Promise<CommandOutcome<Value>>;
  /** To another email. */
  move<Value>(
    person: Person,
    work: (claim: ClaimEmail) => Promise<CommandOutcome<Value>>,
  ): Promise<CommandOutcome<Value>>;
  /** Ends his sessions and frees his email. */
  dismiss<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>): Promise<CommandOutcome<Value>>;
  timeZoneOf(person: Person): Promise<string>;
};
