import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/person.ts';
import type { EmailClaims } from './email-claims.ts';
import { hashPassword } from './passwords.ts';

/** Claims an email for the changed employee; false when another employee has it. */
export type Claim = (email: string) => Promise<boolean>;

type Deps = {
  readonly claims: EmailClaims;
  /** Creates the account unless it exists. */
  readonly open: (person: Person, passwordHash: string) => Promise<void>;
};

/**
 * Changes of an employee that also change the account. `work` runs the command and claims an email before the
 * event is written. Afterwards the account is updated to what the events say, whether the command succeeded or
 * not. If the process is killed in between, a job does it later. ADR 0017 explains each step.
 */
export function createAccountChanges({ claims, open }: Deps) {
  type Work<Value> = (claim: Claim) => Promise<CommandOutcome<Value>>;

  function change<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
    return claims.lock.hold(person, async () => {
      // A command that threw may have written its event: the claim stays until that is known.
      const outcome = await work();
      await claims.settle(person);
      return outcome;
    });
  }

  function admitHashed<Value>(person: Person, passwordHash: string, work: Work<Value>) {
    return change(person, () =>
      work(async (email) => {
        if (!(await claims.claim(person, email))) return false;
        await open(person, passwordHash);
        return true;
      }),
    );
  }

  return {
    /** Adds an employee. They can sign in with this password once the event is written. */
    async admit<Value>(person: Person, password: string, work: Work<Value>): Promise<CommandOutcome<Value>> {
      return admitHashed(person, await hashPassword(password), work);
    },

    /** The same with a hash from `hashPassword`. */
    admitHashed,

    /** Edits an employee. The former email is free once the event with the new one is written. */
    move<Value>(person: Person, work: Work<Value>): Promise<CommandOutcome<Value>> {
      return change(person, () => work((email) => claims.claim(person, email)));
    },

    /** Deletes an employee and their account. The email is free afterwards. */
    dismiss<Value>(
      person: Person,
      work: () => Promise<CommandOutcome<Value>>,
    ): Promise<CommandOutcome<Value>> {
      return change(person, async () => {
        await claims.reopen(person);
        return work();
      });
    },
  };
}
