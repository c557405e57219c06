import { type Kysely, sql } from 'kysely';
import type { PaySchedules } from '#contracts/pay/pay-periods.ts';
import { canExist } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** What is owed for a row `s` of pay_sales: what the sale is due, or more that is not taken back. */
export const owed = sql<number>`greatest(s.due_cents, s.held_cents)`;
export const cents = sql<number>`${owed} - s.paid_cents`;
/** Not payable before a manager confirms it: only what would be paid waits, a reduction does not. */
export const waits = sql<boolean>`(s.is_pending AND ${owed} > s.paid_cents)`;

/** As countsAsPaid() in imported-sales.ts has it, for an unsettled row with the rules `r` of its company, or none. */
export const countsAsPaid = sql<boolean>`
  (CASE WHEN s.imported_on IS NULL THEN s.locked_lines = 0 AND s.pays_on < r.first_day AND s.since < r.first_since
        ELSE s.imported_on < r.first_day END)`;
export const isPayable = sql<boolean>`${countsAsPaid} IS NOT TRUE`;

export type PayRules = {
  /** Oldest first; empty: the company has no schedule. */
  readonly schedules: PaySchedules;
  /** Days after payment; null: without end. */
  readonly clawbackDays: number | null;
  /** Ids of campaigns whose sales a manager has to confirm. */
  readonly verified: readonly string[];
};

/** A Closed sale that waits for a manager. */
export type WaitingSale = {
  readonly employeeId: string;
  readonly id: string;
  readonly cents: number;
  /** Local date of the person: the period with it has its line once it is confirmed, unless that is locked. */
  readonly paysOn: string;
  readonly saleRevision: number;
  readonly since: number;
};

/** The rules of pay, and the sales that wait by them. */
export function createPendingPayQueries(db: Kysely<ReadModels>) {
  const waiting = (companyId: string) =>
    db
      .selectFrom('read.pay_sales as s')
      .leftJoin('read.pay_rules as r', 'r.company_id', 's.company_id')
      .select(['s.employee_id as employeeId', 's.sale_id as id', cents.as('cents'), 's.pays_on as paysOn'])
      .select(['s.sale_revision as saleRevision', 's.since'])
      .where('s.company_id', '=', companyId)
      .where('s.is_settled', '=', sql.lit(false))
      .where(isPayable)
      .where(waits);

  return {
    async payRulesOf(companyId: string): Promise<PayRules> {
      if (!canExist(companyId)) return { schedules: [], clawbackDays: null, verified: [] };
      const row = await db
        .selectFrom('read.pay_rules as r')
        .select(['r.schedules', 'r.clawback_days', 'r.verified_campaigns'])
        .where('r.company_id', '=', companyId)
        .executeTakeFirst();
      return {
        schedules: JSON.parse(row?.schedules ?? '[]'),
        clawbackDays: row?.clawback_days ?? null,
        verified: JSON.parse(row?.verified_campaigns ?? '[]'),
      };
    },

    /** All companies that pay by statements. */
    async payCompanies(): Promise<{ readonly companyId: string; readonly schedules: PaySchedules }[]> {
      const rows = await db
        .selectFrom('read.pay_rules as r')
        .select(['r.company_id as companyId', 'r.schedules'])
        .where('r.schedules', '<>', '[]')
        .execute();
      return rows.map(({ companyId, schedules }) => ({ companyId, schedules: JSON.parse(schedules) }));
    },

    /** Companies with sales that count as paid and are on no locked statement yet. */
    async companiesToCount(): Promise<{ readonly companyId: string; readonly schedules: PaySchedules }[]> {
      const marked = db
        .selectFrom('read.pay_sales as s')
        .innerJoin('read.pay_rules as r', 'r.company_id', 's.company_id')
        .select(['r.company_id as companyId', 'r.schedules'])
        .where('s.imported_on', 'is not', null)
        .where(countsAsPaid);
      // By people, for the index of what is unsettled.
      const others = db
        .selectFrom('read.pay_rules as r')
        .innerJoin('read.pay_people as p', 'p.company_id', 'r.company_id')
        .innerJoin('read.pay_sales as s', 's.employee_id', 'p.employee_id')
        .select(['r.company_id as companyId', 'r.schedules'])
        .where('s.is_settled', '=', sql.lit(false))
        .whereRef('s.pays_on', '<', 'r.first_day')
        .where(countsAsPaid);
      const rows = await marked.union(others).execute();
      return rows.map(({ companyId, schedules }) => ({ companyId, schedules: JSON.parse(schedules) }));
    },

    /** Statements of all companies that were approved or paid at or after a moment (UTC ISO-8601), as they are now. */
    async decidedSince(since: string) {
      const rows = await db
        .selectFrom('read.pay_statements as t')
        .selectAll()
        .where((row) =>
          row.or([
            row.and([row('t.state', '=', 'approved'), row('t.approved_at', '>=', since)]),
            row.and([row('t.state', '=', 'paid'), row('t.locked_at', '>=', since)]),
          ]),
        )
        .execute();
      return rows;
    },

    /** The sales of an employee, or of all, that wait for a manager; oldest first. */
    async waitingSales(companyId: string, employeeId: string | null): Promise<WaitingSale[]> {
      if (!canExist(companyId, employeeId ?? '')) return [];
      const query = waiting(companyId).orderBy('s.since');
      const rows = await (employeeId === null
        ? query
        : query.where('s.employee_id', '=', employeeId)
      ).execute();
      return rows;
    },

    /** One of them; null: it does not wait. */
    async waitingSale(companyId: string, saleId: string): Promise<WaitingSale | null> {
      if (!canExist(companyId, saleId)) return null;
      const row = await waiting(companyId).where('s.sale_id', '=', saleId).executeTakeFirst();
      return row ?? null;
    },
  };
}
