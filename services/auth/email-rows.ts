import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#platform/principal.ts';
import type { AuthQueries } from './auth-tables.ts';
import { isKeptForAnother } from './email-links.ts';

/** Every employee with their email. `holds`: the one in the table of which an email is the key. */
export const everyEmail = sql`(
  SELECT email, company_id, employee_id, claimed_at, settled, proven_at, true AS holds FROM emails
  UNION ALL
  SELECT email, company_id, employee_id, claimed_at, settled, NULL, false FROM waiting_emails)`;

export type Holder = Person & { readonly isProven: boolean };

export const of = ({ companyId, employeeId }: Person): RawBuilder<boolean> =>
  sql<boolean>`(company_id = ${companyId} AND employee_id = ${employeeId})`;

/** The employee that has the email; with `lock` until the end of the transaction. */
export async function holderOf(email: string, on: AuthQueries, lock = sql``): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    SELECT company_id AS "companyId", employee_id AS "employeeId", proven_at IS NOT NULL AS "isProven"
      FROM emails WHERE email = ${email} ${lock}`.execute(on);
  return rows[0];
}

export type Taking = {
  readonly email: string;
  /** Whether this mailbox has just proven that it is the person's. */
  readonly isProven: boolean;
  readonly now: Date;
  /** A company that has ended: also what was proven there is free. */
  readonly endedCompany?: string | null;
};

/**
 * Gives the person the email, in the transaction `on`. With a proof it is theirs alone: an employee that has not proven
 * it, or whose company has ended, waits from now on. False when another one has proven it. Without a proof an email that
 * one of another company has is answered true, and the person waits: what is known of other companies shows nowhere. False
 * for that of a colleague.
 */
export async function takeEmail(on: AuthQueries, person: Person, wish: Taking): Promise<boolean> {
  const { email, isProven, now, endedCompany } = wish;
  const { companyId: company_id, employeeId: employee_id } = person;
  const provenNow = isProven ? now : null;

  async function wait(who: Person, lostAt: Date | null): Promise<void> {
    await sql`
      INSERT INTO waiting_emails (email, company_id, employee_id, claimed_at, settled, lost_at)
      VALUES (${email}, ${who.companyId}, ${who.employeeId}, ${now}, ${lostAt !== null}, ${lostAt})
      ON CONFLICT (company_id, employee_id, email)
      DO UPDATE SET claimed_at = excluded.claimed_at,
                    lost_at = coalesce(excluded.lost_at, waiting_emails.lost_at)`.execute(on);
  }
  const waitsNoMore = () =>
    sql`DELETE FROM waiting_emails WHERE email = ${email} AND ${of(person)}`.execute(on);

  const { rows: taken } = await sql`
    SELECT WHERE ${isProven ? isKeptForAnother(email, person, now) : isOfColleague(email, person, now)}`.execute(
    on,
  );
  if (taken.length > 0) return false;
  for (;;) {
    const holder = await holderOf(email, on, sql`FOR UPDATE`);
    if (holder === undefined) {
      const { numInsertedOrUpdatedRows } = await on
        .insertInto('emails')
        .values({ email, company_id, employee_id, claimed_at: now, settled: false, proven_at: provenNow })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) continue;
      await waitsNoMore();
      return true;
    }
    if (holder.companyId === company_id && holder.employeeId === employee_id) {
      await sql`
        UPDATE emails SET claimed_at = ${now}, proven_at = coalesce(proven_at, ${provenNow}::timestamptz)
         WHERE email = ${email}`.execute(on);
      await waitsNoMore();
      return true;
    }
    if (!isProven) {
      await wait(person, null);
      return true;
    }
    if (holder.isProven && holder.companyId !== endedCompany) return false;
    await wait(holder, now);
    await on
      .updateTable('emails')
      .set({ company_id, employee_id, claimed_at: now, settled: false, proven_at: now })
      .where('email', '=', email)
      .execute();
    await waitsNoMore();
    return true;
  }
}

/** Within the company an email has one owner, proven or not. */
const isOfColleague = (email: string, { companyId, employeeId }: Person, now: Date) => sql<boolean>`
  EXISTS (SELECT FROM ${everyEmail} AS e
           WHERE email = ${email} AND company_id = ${companyId} AND employee_id <> ${employeeId})
  OR EXISTS (SELECT FROM email_links
              WHERE email = ${email} AND purpose = 'undo' AND expires_at > ${now}
                AND company_id = ${companyId} AND employee_id <> ${employeeId})`;

/** An email without a holder goes to the longest waiting employee; returns the number. */
export async function handOn(on: AuthQueries): Promise<number> {
  const { rows } = await sql`
    WITH next AS (
      INSERT INTO emails (email, company_id, employee_id, claimed_at, settled)
      SELECT DISTINCT ON (email) email, company_id, employee_id, claimed_at, settled
        FROM waiting_emails w
       WHERE NOT EXISTS (SELECT FROM emails e WHERE e.email = w.email)
       ORDER BY email, claimed_at
      ON CONFLICT (email) DO NOTHING
      RETURNING email, company_id, employee_id)
    DELETE FROM waiting_emails w USING next n
     WHERE (w.email, w.company_id, w.employee_id) = (n.email, n.company_id, n.employee_id)
    RETURNING w.email`.execute(on);
  return rows.length;
}
