import { type Expression, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import { readEmail } from '#contracts/text.ts';
import type { Clock } from '#platform/clock.ts';
import { createAdvisoryLock } from '#platform/concurrency/advisory-lock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/principal.ts';
import type { AuthTables } from './auth-tables.ts';
import { isKeptForAnother } from './email-links.ts';

/** A change takes milliseconds. One that began this long ago was interrupted. */
const ABANDONED_MS = 5 * 60_000;

/** The current email of an employee by the events; null when the employee does not exist any more. */
export type EmailOf = (person: Person) => Promise<string | null>;

export type EmailClaimsDeps = { readonly pool: pg.Pool; readonly clock: Clock; readonly emailOf: EmailOf };

/**
 * The owners of emails. An email is claimed before the event that gives it to an employee, so that only one of
 * several concurrent changes gets it. Afterwards the claim is resolved by the events, whatever went wrong in
 * between. A claim left open for five minutes is resolved by the next change that wants the email, or by a job.
 */
export function createEmailClaims({ pool, clock, emailOf }: EmailClaimsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const lock = createEmployeeLock(pool);

  /** True when the email now belongs to this employee. */
  async function take(person: Person, email: string): Promise<boolean> {
    const { rows } = await sql`
      INSERT INTO emails (email, company_id, employee_id, claimed_at, settled)
      SELECT ${email}::text, ${person.companyId}::text, ${person.employeeId}::text, ${clock.now()}::timestamptz, false
       WHERE NOT ${isKeptForAnother(email, person, clock.now())}
      ON CONFLICT (email) DO UPDATE SET claimed_at = excluded.claimed_at
      WHERE emails.company_id = excluded.company_id AND emails.employee_id = excluded.employee_id
      RETURNING email`.execute(db);
    return rows.length > 0;
  }

  const inDoubtBefore = () => new Date(clock.now().getTime() - ABANDONED_MS).toISOString();

  function abandoned() {
    return db
      .selectFrom('emails')
      .select(['company_id as companyId', 'employee_id as employeeId'])
      .where('settled', '=', false)
      .where('claimed_at', '<', inDoubtBefore());
  }

  /** Makes the account of a person what the events say. Only under the lock of that person. */
  async function settle(person: Person): Promise<void> {
    const email = await emailOf(person);
    if (email === null) {
      // The account first: an open claim makes the job come back for the rest.
      await db.deleteFrom('accounts').where(of(person)).execute();
      await db.deleteFrom('passkeys').where(of(person)).execute();
      await db.deleteFrom('known_devices').where(of(person)).execute();
      await db.deleteFrom('email_links').where(of(person)).execute();
      await db.deleteFrom('emails').where(of(person)).execute();
      return;
    }
    await db.deleteFrom('emails').where(of(person)).where('email', '!=', email).execute();
    await sql`
      INSERT INTO emails (email, company_id, employee_id, claimed_at, settled)
      VALUES (${email}, ${person.companyId}, ${person.employeeId}, ${clock.now()}, true)
      ON CONFLICT (email) DO UPDATE SET settled = true
      WHERE emails.company_id = excluded.company_id AND emails.employee_id = excluded.employee_id`.execute(
      db,
    );
  }

  return {
    lock,
    settle,

    /** False when another employee has the email. Claiming one's own email is allowed. */
    async claim(person: Person, text: string): Promise<boolean> {
      const email = readEmail(text);
      if (email === null) throw new Error('only an email can be claimed');
      if (await take(person, email)) return true;
      const former = await abandoned().where('email', '=', email).executeTakeFirst();
      if (!former) return false;
      await lock.ifFree(former, () => settle(former));
      return take(person, email);
    },

    /** The ids of the employees that have these emails, in any company; without claims that were abandoned. */
    async ownersOf(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ email: string; owner: string }>`
        SELECT email, employee_id AS owner FROM emails
         WHERE email = ANY (${emails}) AND (settled OR claimed_at >= ${inDoubtBefore()})`.execute(db);
      return new Map(rows.map(({ email, owner }) => [email, owner]));
    },

    /** Marks the claims of this employee for the job, in case this process is killed. */
    async reopen(person: Person): Promise<void> {
      await db
        .updateTable('emails')
        .set({ settled: false, claimed_at: clock.now() })
        .where(of(person))
        .execute();
    },

    /** Resolves open claims, one employee after the other; returns the number of employees. */
    async settleAbandoned(signal: AbortSignal): Promise<number> {
      const people = await abandoned().distinct().execute();
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

function of({ companyId, employeeId }: Person): Expression<SqlBool> {
  return sql<SqlBool>`company_id = ${companyId} AND employee_id = ${employeeId}`;
}

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
