import { sql } from 'kysely';
import type pg from 'pg';
import { readEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries, AuthTables } from './auth-tables.ts';
import { everyEmail, handOn, holderOf, of, takeEmail } from './email-rows.ts';

/** A change takes milliseconds. One that began this long ago was interrupted. */
const ABANDONED_MS = 5 * 60_000;

/** The current email of an employee by the events; null when the employee does not exist any more. */
export type EmailOf = (person: Person) => Promise<string | null>;

export type EmailClaimsDeps = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly emailOf: EmailOf;
  /** Whether the company's subscription has ended: its emails are free for those who prove them. */
  readonly hasEnded: (companyId: string) => Promise<boolean>;
};

/**
 * The owners of emails. An email is claimed before the event that gives it to an employee, so that of several who prove
 * it one gets it. Afterwards the claim is resolved by the events, whatever went wrong in between. A claim left open for
 * five minutes is resolved by the next change that wants the email, or by a job.
 */
export function createEmailClaims({ pool, clock, emailOf, hasEnded }: EmailClaimsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const lock = createEmployeeLock(pool);

  /** See takeEmail; in a transaction of its own, unless one is given. */
  async function take(person: Person, email: string, isProven: boolean, on?: AuthQueries): Promise<boolean> {
    const holder = isProven ? await holderOf(email, on ?? db) : undefined;
    const isForeign = holder?.isProven && holder.companyId !== person.companyId;
    const endedCompany = isForeign && (await hasEnded(holder.companyId)) ? holder.companyId : null;
    const wish = { email, isProven, now: clock.now(), endedCompany };
    if (on) return takeEmail(on, person, wish);
    return db.transaction().execute((transaction) => takeEmail(transaction, person, wish));
  }

  const inDoubtBefore = () => new Date(clock.now().getTime() - ABANDONED_MS).toISOString();

  /** Those with an open claim; of this email, or all. */
  async function abandoned(email: string | null): Promise<Person[]> {
    const { rows } = await sql<Person>`
      SELECT DISTINCT company_id AS "companyId", employee_id AS "employeeId" FROM ${everyEmail} AS e
       WHERE NOT settled AND claimed_at < ${inDoubtBefore()}
         AND (email = ${email} OR ${email}::text IS NULL)`.execute(db);
    return rows;
  }

  /** Makes the account of a person what the events say. Only under the lock of that person. */
  async function settle(person: Person): Promise<void> {
    const email = await emailOf(person);
    if (email === null) {
      // The account first: an open claim makes the job come back for the rest.
      await db.deleteFrom('accounts').where(of(person)).execute();
      for (const table of ['passkeys', 'authenticators', 'recovery_codes', 'second_steps'] as const)
        await db.deleteFrom(table).where(of(person)).execute();
      await db.deleteFrom('known_devices').where(of(person)).execute();
      await db.deleteFrom('sessions').where(of(person)).execute();
      await db.deleteFrom('email_links').where(of(person)).execute();
      await db.deleteFrom('waiting_emails').where(of(person)).execute();
      await db.deleteFrom('emails').where(of(person)).execute();
      return;
    }
    await db.deleteFrom('emails').where(of(person)).where('email', '!=', email).execute();
    await db.deleteFrom('waiting_emails').where(of(person)).where('email', '!=', email).execute();
    const { rows } = await sql`
      WITH had AS (UPDATE emails SET settled = true WHERE email = ${email} AND ${of(person)} RETURNING 1),
           waits AS (
             UPDATE waiting_emails SET settled = true WHERE email = ${email} AND ${of(person)} RETURNING 1)
      SELECT FROM had UNION ALL SELECT FROM waits`.execute(db);
    if (rows.length === 0 && (await take(person, email, false))) await settle(person);
  }

  return {
    lock,
    settle,

    /**
     * Claiming one's own email is allowed. With a proof by its mailbox it belongs to this employee alone; false when
     * another one has proven it. See takeEmail.
     */
    async claim(
      person: Person,
      text: string,
      { isProven, on }: { readonly isProven: boolean; readonly on?: AuthQueries },
    ): Promise<boolean> {
      const email = readEmail(text);
      if (email === null) throw new Error('only an email can be claimed');
      if (await take(person, email, isProven, on)) return true;
      // A transaction may have what another connection waits for.
      if (on) return false;
      const [former] = await abandoned(email);
      if (!former) return false;
      await lock.ifFree(former, () => settle(former));
      return take(person, email, isProven);
    },

    /** The ids of the employees of a company that have these emails; without claims that were abandoned. */
    async ownersOf(companyId: string, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ email: string; owner: string }>`
        SELECT email, employee_id AS owner FROM ${everyEmail} AS e
         WHERE email = ANY (${emails}) AND company_id = ${companyId}
           AND (settled OR claimed_at >= ${inDoubtBefore()})`.execute(db);
      return new Map(rows.map(({ email, owner }) => [email, owner]));
    },

    /** Whether the mailbox of this email has proven that it is the person's, and still is. */
    async hasProven(person: Person, email: string): Promise<boolean> {
      const { rows } = await sql`
        SELECT FROM emails WHERE email = ${email} AND ${of(person)} AND proven_at IS NOT NULL`.execute(db);
      return rows.length > 0;
    },

    /** Marks the claims of this employee for the job, in case this process is killed. */
    async reopen(person: Person): Promise<void> {
      const open = { settled: false, claimed_at: clock.now() };
      await db.updateTable('emails').set(open).where(of(person)).execute();
      await db.updateTable('waiting_emails').set(open).where(of(person)).execute();
    },

    /** Resolves open claims, one employee after the other; returns the number of employees. */
    async settleAbandoned(signal: AbortSignal): Promise<number> {
      await handOn(db);
      const people = await abandoned(null);
      let settled = 0;
      for (const person of people) {
        if (signal.aborted) break;
        if (await lock.ifFree(person, () => settle(person))) settled += 1;
      }
      return settled;
    },
  };
}

export type EmailClaims = ReturnType<typeof createEmailClaims>;

const LIMITS = { running: 1, waiting: 500, waitMs: 10_000 };

/** One change of an employee's account at a time, across all processes. */
function createEmployeeLock(pool: pg.Pool) {
  const lock = createAdvisoryLock(pool, LIMITS);
  const nameOf = ({ companyId, employeeId }: Person) => `account ${companyId} ${employeeId}`;
  return {
    /** Waits for the lock. */
    hold: <Value>(person: Person, work: () => Promise<Value>) => lock.hold(nameOf(person), work),
    /** Does not wait: false when the lock is taken. */
    ifFree: (person: Person, work: () => Promise<void>) => lock.ifFree(nameOf(person), work),
  };
}
