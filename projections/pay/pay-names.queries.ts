import { type Kysely, sql } from 'kysely';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import type { ReadModels } from '../read-models.ts';

type PaidPerson = Pick<
  ReadModels['read.employees'],
  'employee_id' | 'employee_number' | 'deleted' | 'first_name' | 'last_name' | 'email'
>;

type OfLine = { readonly reason: string; readonly isUndone: boolean };

/** First day of a period, and percent of commission at that time. */
type Paid = { readonly from: LocalDate; readonly rate: number };

/** Integer cents that are paid and could still be taken back; `until` null: without end, or nothing. */
type Exposure = { readonly cents: Cents; readonly until: string | null };

/** The people of a payroll, its managers, the names of lines, and what became of sales that are paid. */
export function createPayNamesQueries(db: Kysely<ReadModels>) {
  return {
    /** The present managers of the company, the super employee among them. */
    async managersOf(companyId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('read.employees as e')
        .select('e.employee_id')
        .where('e.company_id', '=', companyId)
        .where('e.role', '=', 'manager')
        .where('e.deleted', '=', false)
        .execute();
      return rows.map(({ employee_id }) => employee_id);
    },

    /** Everybody who ever was in the company, in no order. */
    async payPeople(companyId: string): Promise<PaidPerson[]> {
      const rows = await db
        .selectFrom('read.employees as e')
        .select(['e.employee_id', 'e.employee_number', 'e.deleted', 'e.first_name', 'e.last_name'])
        .select('e.email')
        .where('e.company_id', '=', companyId)
        .execute();
      return rows;
    },

    /** Names of these sales and of their campaigns, as they are now or were when they were deleted. */
    async saleNames(
      companyId: string,
      saleIds: readonly string[],
    ): Promise<ReadonlyMap<string, { readonly name: string; readonly campaign: string }>> {
      const now = db.withoutPlugins();
      const { rows } = await sql<{ id: string; name: string; campaign: string }>`
        SELECT DISTINCT ON (s.sale_id) s.sale_id AS id, s.sale_name AS name, coalesce(c.name, '') AS campaign
          FROM (SELECT sale_id, sale_name, campaign_id, ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint AS until
                  FROM read.sales WHERE company_id = ${companyId} AND sale_id = ANY (${saleIds}::text[])
                UNION ALL
                SELECT sale_id, sale_name, campaign_id, until
                  FROM read.past_sales WHERE company_id = ${companyId} AND sale_id = ANY (${saleIds}::text[])) s
          LEFT JOIN read.campaigns c ON c.company_id = ${companyId} AND c.campaign_id = s.campaign_id
         ORDER BY s.sale_id, s.until DESC`.execute(now);
      return new Map(rows.map(({ id, ...names }) => [id, names]));
    },

    /** Where these sales of a person were paid last before the statement of the period `from`, and at which rate. */
    async paidBefore(
      companyId: string,
      employeeId: string,
      { saleIds, from }: { readonly saleIds: readonly string[]; readonly from: LocalDate },
    ): Promise<ReadonlyMap<string, Paid>> {
      const paid = await db
        .selectFrom('read.pay_lines as l')
        .distinctOn('l.id')
        .select(['l.id', 'l.period_from', 'l.made_by'])
        .where('l.company_id', '=', companyId)
        .where('l.employee_id', '=', employeeId)
        .where('l.id', '=', sql<string>`ANY (${saleIds}::text[])`)
        .where('l.kind', 'in', ['earned', 'adjustment'])
        .where('l.is_carried_over', '=', false)
        .where('l.period_from', '<', from)
        .orderBy('l.id')
        .orderBy('l.position', 'desc')
        .execute();
      const { rows } = await sql<{ id: string; rate: number }>`
        SELECT DISTINCT ON (p.id) p.id, s.rate
          FROM unnest(${paid.map(({ id }) => id)}::text[], ${paid.map(({ made_by }) => made_by)}::bigint[]) p (id, at)
          JOIN (SELECT sale_id, commission_percent AS rate, since FROM read.sales
                 WHERE company_id = ${companyId} AND sale_id = ANY (${saleIds}::text[])
                 UNION ALL
                SELECT sale_id, commission_percent, since FROM read.past_sales
                 WHERE company_id = ${companyId} AND sale_id = ANY (${saleIds}::text[])) s
            ON s.sale_id = p.id AND s.since <= p.at
         ORDER BY p.id, s.since DESC`.execute(db.withoutPlugins());
      const rates = new Map(rows.map(({ id, rate }) => [id, rate]));
      return new Map(
        paid.flatMap(({ id, period_from: from }) => {
          const rate = rates.get(id);
          return rate === undefined ? [] : [[id, { from, rate }]];
        }),
      );
    },

    /** Why managers added these lines, and whether they undid them. */
    async addedLines(companyId: string, lineIds: readonly string[]): Promise<ReadonlyMap<string, OfLine>> {
      const rows = await db
        .selectFrom('read.pay_extras as x')
        .leftJoin('read.pay_extras as u', (on) =>
          on
            .onRef('u.company_id', '=', 'x.company_id')
            .onRef('u.employee_id', '=', 'x.employee_id')
            .onRef('u.undoes', '=', 'x.line_id'),
        )
        .select(['x.line_id', 'x.reason', 'u.line_id as undone_by'])
        .where('x.company_id', '=', companyId)
        .where('x.line_id', '=', sql<string>`ANY (${lineIds}::text[])`)
        .execute();
      return new Map(
        rows.map(({ line_id, reason, undone_by }) => [line_id, { reason, isUndone: undone_by !== null }]),
      );
    },

    /** What these sales of a person are due now, by id; one that is missing is due nothing to them. */
    async dueNow(
      companyId: string,
      employeeId: string,
      saleIds: readonly string[],
    ): Promise<ReadonlyMap<string, Cents>> {
      const rows = await db
        .selectFrom('read.pay_sales as s')
        .select(['s.sale_id', 's.due_cents'])
        .where('s.company_id', '=', companyId)
        .where('s.employee_id', '=', employeeId)
        .where('s.sale_id', '=', sql<string>`ANY (${saleIds}::text[])`)
        .execute();
      return new Map(rows.map(({ sale_id, due_cents }) => [sale_id, due_cents]));
    },

    /** What is paid to a person and could still be taken back at `now` (UTC ISO-8601). */
    async exposureOf(companyId: string, employeeId: string, now: string): Promise<Exposure> {
      // What the person keeps, as heldAt() has it. After its window a sale that is due all that is paid keeps it.
      const kept = sql`CASE WHEN s.clawback_until < ${now}::timestamptz
        THEN greatest(s.held_cents, least(s.due_cents, s.paid_cents)) ELSE s.held_cents END`;
      const endless = sql`s.clawback_until IS NULL OR s.due_cents < s.paid_cents`;
      const row = await db
        .selectFrom('read.pay_sales as s')
        .select([
          sql<Cents>`coalesce(sum(s.paid_cents - ${kept}), 0)::bigint`.as('cents'),
          sql<boolean>`coalesce(bool_or(${endless}), false)`.as('is_endless'),
          sql<string | null>`max(s.clawback_until)`.as('until'),
        ])
        .where('s.company_id', '=', companyId)
        .where('s.employee_id', '=', employeeId)
        // In the condition of the index.
        .where('s.paid_cents', '>', sql<number>`s.held_cents`)
        .where(sql<boolean>`s.paid_cents > ${kept}`)
        .executeTakeFirstOrThrow();
      return { cents: row.cents, until: row.is_endless ? null : row.until };
    },
  };
}
