import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/person.ts';
import type { EmailClaims } from './email-claims.ts';
import { hashPassword } from './passwords.ts';

/** Claims an email for the person who is changed; false when it is somebody else's. */
export type Claim = (email: string) => Promise<boolean>;

type Deps = {
  readonly claims: EmailClaims;
  /** Makes the account, unless there is one. */
  readonly open: (person: Person, passwordHash: string) => Promise<void>;
};

/**
 * Changes of an employee that concern his account, too. `work` gives the command and claims an email before
 * its event is written; whichever way that goes, the account becomes what the events say. Killed anywhere in
 * between, the same is made up for later. ADR 0017 goes through each step.
 */
export function createAccountChanges({ claims, open }: Deps) {
  type Work<Value> = (claim: Claim) => Promise<CommandOutcome<Value>>;

  function change<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
    return claims.lock.hold(person, async () => {
      // A command that threw may have written its event; what was claimed stays until that is known.
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
    /** Adds an employee who can sign in with this password as soon as his event is there. */
    async admit<Value>(person: Person, password: string, work: Work<Value>): Promise<CommandOutcome<Value>> {
      return admitHashed(person, await hashPassword(password), work);
    },

    /** The same with a password that was hashed before, by `hashPassword`. */
    admitHashed,

    /** Edits an employee; his former email is free as soon as the event with the new one is there. */
    move<Value>(person: Person, work: Work<Value>): Promise<CommandOutcome<Value>> {
      return change(person, () => work((email) => claims.claim(person, email)));
    },

    /** Deletes an employee and with him his account: his email is free. */
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
