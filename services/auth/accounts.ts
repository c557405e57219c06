import type pg from 'pg';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { CommandOutcome } from '#platform/commands/command.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';
import { createEmailClaims, type EmailClaims, type EmailOf } from './email-claims.ts';
import { hashPassword, isTooLong, pretendToVerify, verifySignIn } from './passwords.ts';

export type Account = Person & {
  /** Lower case. */
  readonly email: string;
  /** The time zone that the browser sent last; null before the first sign-in. */
  readonly timeZone: string | null;
};

/** `passwordHash` is the hash that matched. A session opens only while the account still has it. */
export type ProvenAccount = Account & { readonly passwordHash: string };

export type NewAccount = Person & {
  email: string;
  /** Null: sign-in is impossible until a password is set. */
  password: string | null;
};

export type AccountsDeps = {
  pool: pg.Pool;
  clock?: Clock;
  emailOf: EmailOf;
  /** Default: a hash with the costs of today. Tests pass a cheap one. */
  hash?: typeof hashPassword;
};

/** Emails and passwords. An email belongs to one employee across the whole installation, ignoring case. */
export function createAccounts({ pool, clock = systemClock, emailOf, hash = hashPassword }: AccountsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const claims = createEmailClaims({ pool, clock, emailOf });
  const account = db
    .selectFrom('emails')
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.company_id', '=', 'emails.company_id')
        .onRef('accounts.employee_id', '=', 'emails.employee_id'),
    )
    .select([
      'accounts.company_id as companyId',
      'accounts.employee_id as employeeId',
      'emails.email',
      'accounts.time_zone as timeZone',
    ]);

  async function open({ companyId, employeeId }: Person, password_hash: string | null): Promise<void> {
    await db
      .insertInto('accounts')
      .values({ company_id: companyId, employee_id: employeeId, password_hash, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    ...createAccountChanges({ claims, open, hash }),

    /**
     * Creates an account before its employee is added; a caller who fails to add the employee calls again.
     * False when another employee has the email. Repeating it for the same employee answers true.
     */
    async create({ email, password, ...person }: NewAccount): Promise<boolean> {
      const password_hash = password === null ? null : await hash(password, person.companyId);
      if (!(await claims.claim(person, email))) return false;
      await open(person, password_hash);
      return true;
    },

    /** Completes interrupted changes of accounts; returns the number of employees. */
    settleAbandoned: claims.settleAbandoned,

    /** The account with this email and password, or null. Both answers take the same time. */
    async verify(email: string, password: string): Promise<ProvenAccount | null> {
      const found = await account
        .select('accounts.password_hash as passwordHash')
        .where('emails.email', '=', normalEmail(email))
        .executeTakeFirst();
      if (isTooLong(password)) return null;
      if (!found?.passwordHash) {
        await pretendToVerify(password);
        return null;
      }
      const { passwordHash, ...person } = found;
      return (await verifySignIn(password, passwordHash)) ? { ...person, passwordHash } : null;
    },

    async byEmail(email: string): Promise<Account | null> {
      return (await account.where('emails.email', '=', normalEmail(email)).executeTakeFirst()) ?? null;
    },

    /** The email that the person signs in with; null for a deleted one. */
    async emailOf({ companyId, employeeId }: Person): Promise<string | null> {
      const found = await account
        .where('emails.company_id', '=', companyId)
        .where('emails.employee_id', '=', employeeId)
        .orderBy('emails.settled', 'desc')
        .executeTakeFirst();
      return found?.email ?? null;
    },

    ownersOf: claims.ownersOf,

    /**
     * `passwordHash` comes from `hashPassword`. Guesses at the former password do not count any more. False when the
     * account has another hash than `former`, if that is given.
     */
    async setPasswordHash(
      { companyId, employeeId }: Person,
      password_hash: string,
      on: AuthQueries = db,
      former?: string,
    ): Promise<boolean> {
      const { numUpdatedRows } = await on
        .updateTable('accounts')
        .set({ password_hash, guesses_in_a_row: 0 })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .$if(former !== undefined, (query) => query.where('password_hash', '=', former as string))
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    /** Sign-in is impossible until a new password is set. */
    async takePassword({ companyId, employeeId }: Person): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ password_hash: null })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .execute();
    },

    async rememberTimeZone({ companyId, employeeId }: Person, timeZone: string): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ time_zone: timeZone })
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .where('time_zone', 'is distinct from', timeZone)
        .execute();
    },

    /** The zone that defines 'today' for another employee: of the last sign-in, else `otherwise`. */
    async timeZoneOf({ companyId, employeeId }: Person, otherwise = 'UTC'): Promise<string> {
      const found = await db
        .selectFrom('accounts')
        .select('time_zone')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', employeeId)
        .executeTakeFirst();
      return found?.time_zone ?? otherwise;
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Claims an email for the changed employee; false when another employee has it. */
type Claim = (email: string) => Promise<boolean>;

type Deps = {
  readonly claims: EmailClaims;
  /** Creates the account unless it exists. */
  readonly open: (person: Person, passwordHash: string | null) => Promise<void>;
  readonly hash: typeof hashPassword;
};

/**
 * Changes of an employee that also change the account. `work` runs the command and claims an email before the
 * event is written. Afterwards the account is updated to what the events say, whether the command succeeded or
 * not. If the process is killed in between, a job does it later. ADR 0017 explains each step.
 */
function createAccountChanges({ claims, open, hash }: Deps) {
  type Work<Value> = (claim: Claim) => Promise<CommandOutcome<Value>>;

  function change<Value>(person: Person, work: () => Promise<CommandOutcome<Value>>) {
    return claims.lock.hold(person, async () => {
      // A command that threw may have written its event: the claim stays until that is known.
      const outcome = await work();
      await claims.settle(person);
      return outcome;
    });
  }

  function admitHashed<Value>(person: Person, passwordHash: string | null, work: Work<Value>) {
    return change(person, () =>
      work(async (email) => {
        if (!(await claims.claim(person, email))) return false;
        await open(person, passwordHash);
        return true;
      }),
    );
  }

  return {
    /** Adds an employee. They can sign in with this password once the event is written; with null, not yet. */
    async admit<Value>(
      person: Person,
      password: string | null,
      work: Work<Value>,
    ): Promise<CommandOutcome<Value>> {
      return admitHashed(person, password === null ? null : await hash(password, person.companyId), work);
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
