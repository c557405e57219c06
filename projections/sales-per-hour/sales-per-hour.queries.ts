import type { Kysely } from 'kysely';
import { shownRate } from '../days/shift-hours.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** Sales per hour of an employee's local date as of `now` (UTC ISO-8601); N/A without a shift to divide by. */
export async function salesPerHourOf(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  date: string,
  now: string,
): Promise<number | 'N/A'> {
  if (!canExist(companyId, employeeId) || !isDay(date)) return 'N/A';
  const row = await db
    .selectFrom('read.sales_per_hour as d')
    .selectAll()
    .where('d.company_id', '=', companyId)
    .where('d.employee_id', '=', employeeId)
    .where('d.day', '=', date)
    .executeTakeFirst();
  return row ? shownRate(row, now) : 'N/A';
}
