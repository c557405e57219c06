import { type Kysely, sql } from 'kysely';
import type { ReadModels } from '../read-models.ts';

type PaidPerson = Pick<
  ReadModels['read.employees'],
  'employee_id' | 'employee_number' | 'deleted' | 'first_name' | 'last_name' | 'email'
>;

/** The people of a payroll, its managers, and the names of lines. */
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

    /** Why managers added these lines. */
    async reasonsOf(companyId: string, lineIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('read.pay_extras as x')
        .select(['x.line_id', 'x.reason'])
        .where('x.company_id', '=', companyId)
        .where('x.line_id', '=', sql<string>`ANY (${lineIds}::text[])`)
        .execute();
      return new Map(rows.map(({ line_id, reason }) => [line_id, reason]));
    },
  };
}
