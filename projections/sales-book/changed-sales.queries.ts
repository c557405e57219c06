import { type Kysely, sql } from 'kysely';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/**
 * The sales of these people on a local date that something happened to behind a position: recorded, edited, moved
 * there or away, or deleted. Ids, in no order.
 */
export async function salesChangedSince(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeIds: readonly string[],
  date: string,
  position: number,
): Promise<string[]> {
  const possible = employeeIds.filter((id) => canExist(id));
  if (!canExist(companyId) || !isDay(date) || possible.length === 0) return [];
  const among = sql<string>`ANY (${possible}::text[])`;
  const rows = await db
    .selectFrom('read.sales')
    .select('sale_id')
    .where('company_id', '=', companyId)
    .where('employee_id', '=', among)
    .where('entry_date', '=', date)
    .where('since', '>', position)
    .union((eb) =>
      eb
        .selectFrom('read.past_sales')
        .select('sale_id')
        .where('company_id', '=', companyId)
        .where('employee_id', '=', among)
        .where('entry_date', '=', date)
        .where('until', '>', position),
    )
    .execute();
  return rows.map(({ sale_id }) => sale_id);
}
