import type { CommandOutcome } from '#platform/commands/command.ts';
import type { Person } from '#platform/principal.ts';
import type { EmailClaims } from './email-claims.ts';
import type { hashPassword } from './passwords.ts';

/** Claims an email for the changed employee; false when another employee has it. */
type Claim = (email: string) => Promise<boolean>;

type Deps = {
  readonly claims: EmailClaims;
  /** Creates the account unless it exists. */
  readonly open: (person: Person, passwordHash: string | null, isFirst?: boolean) => Promise<void>;
  readonly hash: typeof hashPassword;
};

/**
 * Changes of an employee that also change the account. `work` runs the command and claims an email before the
 * event is written. Afterwards the account is updated to what the events say, whether the command succeeded or
 * not. If the process is killed in between, a job does it later. ADR 0017 explains each step.
 */
export function createAccountChanges({ claims, open, hash }: Deps) {
  type Work<Value> = (claim: Claim) => Promise<CommandOutcome<Value>>;
  const entered = { isProven: false } as const;
  const proven = { isProven: true } as const;

  function change<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
    return claims.lock.hold(person, async () => {
      // A command that threw may have written its event: the claim stays until that is known.
      const outcome = await work();
      await claims.settle(person);
      return outcome;
    });
  }

  return {
    /**
     * Adds an employee. With a password, which is a first one, they can sign in once the event is written; with null,
     * not yet.
     */
    async admit<Value>(
      person: Person,
      password: string | null,
      work: Work<Value>,
    ): Promise<CommandOutcome<Value>> {
      const passwordHash = password === null ? null : await hash(password, person.companyId);
      return change(person, () =>
        work(async (email) => {
          if (!(await claims.claim(person, email, entered))) return false;
          await open(person, passwordHash, true);
          return true;
        }),
      );
    },

    /** Adds an employee with a proven email and a password of their own; the hash is from `hashPassword`. */
    admitHashed<Value>(person: Person, passwordHash: string, work: Work<Value>) {
      return change(person, () =>
        work(async (email) => {
          if (!(await claims.claim(person, email, proven))) return false;
          await open(person, passwordHash);
          return true;
        }),
      );
    },

    /** Gives an employee an email that was proven. The former one is free once the event is written. */
    move<Value>(person: Person, work: Work<Value>): Promise<CommandOutcome<Value>> {
      return change(person, () => work((email) => claims.claim(person, email, proven)));
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
