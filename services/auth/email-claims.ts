import { type Expression, type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import { readEmail } from '#contracts/email.ts';
import type { Clock } from '#platform/clock.ts';
import { queriesOn } from '#platform/database.ts';
import type { Person } from '#platform/person.ts';
import type { AuthTables } from './auth-tables.ts';
import { createPersonLock } from './person-lock.ts';

/** A change takes milliseconds; one that was begun so long ago and has not ended never will. */
const ABANDONED_MS = 5 * 60_000;

/** The email that an employee has by the events, as of now; null when there is no such employee any more. */
export type EmailOf = (person: Person) => Promise<string | null>;

export type EmailClaimsDeps = { readonly pool: pg.Pool; readonly clock: Clock; readonly emailOf: EmailOf };

/**
 * Whose an email is. It is claimed before the event that gives it to somebody, so that of many who want it at
 * once one gets it, and the claim is settled afterwards: whatever went wrong in between, the events say whose
 * it is. A claim that nobody settled within five minutes is settled by whoever wants that email, or by a job.
 */
export function createEmailClaims({ pool, clock, emailOf }: EmailClaimsDeps) {
  const db = queriesOn<AuthTables>(pool);
  const lock = createPersonLock(pool);

  /** True when the email is this person's now. */
  async function take(person: Person, email: string): Promise<boolean> {
    const { rows } = await sql`
      INSERT INTO emails (email, company_id, employee_id, claimed_at, settled)
      VALUES (${email}, ${person.companyId}, ${person.employeeId}, ${clock.now()}, false)
      ON CONFLICT (email) DO UPDATE SET claimed_at = excluded.claimed_at
      WHERE emails.company_id = excluded.company_id AND emails.employee_id = excluded.employee_id
      RETURNING email`.execute(db);
    return rows.length > 0;
  }

  function abandoned() {
    const since = new Date(clock.now().getTime() - ABANDONED_MS).toISOString();
    return db
      .selectFrom('emails')
      .select(['company_id as companyId', 'employee_id as employeeId'])
      .where('settled', '=', false)
      .where('claimed_at', '<', since);
  }

  /** Makes the account of a person what the events say. Only under the lock of that person. */
  async function settle(person: Person): Promise<void> {
    const email = await emailOf(person);
    if (email === null) {
      // The account first: while there is an unsettled email, somebody will come back for the rest.
      await db.deleteFrom('accounts').where(of(person)).execute();
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

    /** False when the email is somebody else's. To claim what one has is no fault. */
    async claim(person: Person, text: string): Promise<boolean> {
      const email = readEmail(text);
      if (email === null) throw new Error('only an email can be claimed');
      if (await take(person, email)) return true;
      const former = await abandoned().where('email', '=', email).executeTakeFirst();
      if (!former) return false;
      await lock.ifFree(former, () => settle(former));
      return take(person, email);
    },

    /** Notes that the claims of this person have to be looked at, should nobody do it in time. */
    async reopen(person: Person): Promise<void> {
      await db
        .updateTable('emails')
        .set({ settled: false, claimed_at: clock.now() })
        .where(of(person))
        .execute();
    },

    /** Settles what was left behind, one person after the other; returns how many there were. */
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
