import { sql } from 'kysely';
import type pg from 'pg';
import { type Clock, systemClock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import { createAccountChanges } from './account-changes.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';
import { createEmailClaims, type EmailClaimsDeps } from './email-claims.ts';
import { everyEmail } from './email-rows.ts';
import { firstPassword } from './first-passwords.ts';
import { hashPassword, isTooLong, pretendToVerify, verifySignIn } from './passwords.ts';

export type Account = Person & {
  /** Lower case. */
  readonly email: string;
  /** The time zone that the browser sent last; null before the first sign-in. */
  readonly timeZone: string | null;
  /** Whether the mailbox proved that it is this person's. */
  readonly isProven: boolean;
};

/** `passwordHash` is the hash that matched. A session opens only while the account still has it. */
export type ProvenAccount = Account & {
  readonly passwordHash: string;
  /** Of a first password, else null. */
  readonly firstPasswordEndsAt: string | null;
  /** Others have this email, too, and this employee has not proven it. */
  readonly sharesEmail: boolean;
};

export type NewAccount = Person & {
  email: string;
  /** Null: sign-in is impossible until a password is set. */
  password: string | null;
  /** The operator vouches for the email. */
  isProven?: true;
};

export type AccountsDeps = Pick<EmailClaimsDeps, 'emailOf' | 'hasEnded'> & {
  pool: pg.Pool;
  clock?: Clock;
  /** Default: a hash with the costs of today. Tests pass a cheap one. */
  hash?: typeof hashPassword;
  /** Default: as much work as to compare such a hash. Tests pass a cheap one. */
  pretend?: typeof pretendToVerify;
};

/** How many passwords a sign-in compares when employees of several companies have an email. */
const SHARED_BY = 5;
/** Less would show, by the time of an answer, whether another company has the email. */
const COMPARED = 2;

type Candidate = Account & { passwordHash: string | null; firstPasswordEndsAt: string | null };

/** Emails and passwords. A proven email belongs to one employee across the whole installation, ignoring case. */
export function createAccounts({
  pool,
  clock = systemClock,
  hash = hashPassword,
  pretend = pretendToVerify,
  ...deps
}: AccountsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const claims = createEmailClaims({ pool, clock, ...deps });

  /** The employees with an email: the one that proved it, else the first; then the others, oldest first. */
  async function candidatesOf(email: string, only?: Person): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      SELECT company_id AS "companyId", employee_id AS "employeeId", email, time_zone AS "timeZone",
             proven_at IS NOT NULL AS "isProven", password_hash AS "passwordHash",
             CASE WHEN password_hash = first_password_hash THEN first_password_ends_at END AS "firstPasswordEndsAt"
        FROM ${everyEmail} AS e JOIN accounts USING (company_id, employee_id)
       WHERE email = ${normalEmail(email)} AND (${only?.employeeId ?? null}::text IS NULL OR employee_id = ${only?.employeeId ?? null})
       ORDER BY holds DESC, e.claimed_at LIMIT ${SHARED_BY}`.execute(db);
    return rows;
  }

  async function isShared(email: string): Promise<boolean> {
    const { rows } = await sql`SELECT FROM waiting_emails WHERE email = ${email} LIMIT 1`.execute(db);
    return rows.length > 0;
  }

  async function open(person: Person, password_hash: string | null, isFirst = false): Promise<void> {
    const { companyId: company_id, employeeId: employee_id } = person;
    const first = isFirst ? firstPassword(password_hash, clock.now()) : {};
    await db
      .insertInto('accounts')
      .values({ company_id, employee_id, password_hash, created_at: clock.now(), ...first })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    ...createAccountChanges({ claims, open, hash }),

    /**
     * Creates an account before its employee is added; a caller that fails to add the employee calls again. False when
     * another employee of the company has the email, or has proven it anywhere. Repeating it for the same employee
     * answers true.
     */
    async create({ email, password, isProven, ...person }: NewAccount): Promise<boolean> {
      const { companyId, employeeId } = person;
      const owner = (await claims.ownersOf(companyId, [normalEmail(email)])).get(normalEmail(email));
      if (owner !== undefined && owner !== employeeId) return false;
      const password_hash = password === null ? null : await hash(password, companyId);
      if (!(await claims.claim(person, email, { isProven: isProven === true }))) return false;
      await open(person, password_hash);
      return true;
    },

    /** Completes interrupted changes of accounts; returns the number of employees. */
    settleAbandoned: claims.settleAbandoned,

    /**
     * The account with this email and password, or null. An answer takes no longer when another company has the email,
     * too. Of one person, if given. Of an email that is not proven a client that is known for its first owner reaches only
     * that one: known clients are not among the strangers whose guesses end.
     */
    async verify(email: string, password: string, only?: Person | 'its first owner') {
      const all = await candidatesOf(email, typeof only === 'object' ? only : undefined);
      const candidates = only === 'its first owner' && !all[0]?.isProven ? all.slice(0, 1) : all;
      if (isTooLong(password)) return null;
      let found: ProvenAccount | null = null;
      let compared = 0;
      for (const { passwordHash, ...account } of candidates) {
        if (passwordHash === null) continue;
        compared += 1;
        if (!(await verifySignIn(password, passwordHash))) continue;
        const sharesEmail = !account.isProven && (await isShared(account.email));
        found = { ...account, passwordHash, sharesEmail };
        break;
      }
      if (!found?.isProven) for (; compared < COMPARED; compared += 1) await pretend(password);
      return found;
    },

    /** The employee that proved this email, else the first that has it. */
    async byEmail(email: string): Promise<Account | null> {
      return (await candidatesOf(email))[0] ?? null;
    },

    /** All of them, the same one first. */
    allByEmail: (email: string): Promise<readonly Account[]> => candidatesOf(email),

    /** The email that the person signs in with; null for a deleted one. */
    async emailOf({ companyId, employeeId }: Person): Promise<string | null> {
      const { rows } = await sql<{ email: string }>`
        SELECT email FROM ${everyEmail} AS e JOIN accounts USING (company_id, employee_id)
         WHERE company_id = ${companyId} AND employee_id = ${employeeId}
         ORDER BY settled DESC LIMIT 1`.execute(db);
      return rows[0]?.email ?? null;
    },

    hasProven: claims.hasProven,

    /** The mailbox of this email has proven that it is the person's: see EmailClaims. */
    prove: (person: Person, email: string, on: AuthQueries) =>
      claims.claim(person, email, { isProven: true, on }),

    ownersOf: claims.ownersOf,

    /**
     * `passwordHash` comes from `hashPassword`; null takes the password away. Guesses at the former password do not count any more. False when the
     * account has another hash than `former`, if that is given.
     */
    async setPasswordHash(
      { companyId, employeeId }: Person,
      password_hash: string | null,
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
