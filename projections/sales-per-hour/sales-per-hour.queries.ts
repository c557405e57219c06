import type { Kysely } from 'kysely';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
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
  const row = await dayOf(db, companyId, employeeId, date);
  return row ? shownRate(row, now) : 'N/A';
}

/** How many Closed sales an employee has on a local date. */
export async function closedSalesOf(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  date: string,
): Promise<number> {
  if (!canExist(companyId, employeeId) || !isDay(date)) return 0;
  return (await dayOf(db, companyId, employeeId, date))?.closed_sales ?? 0;
}

const DAYS_OF_CHART = 7;

/**
 * Sales per hour of the seven local dates that end with `today`, oldest first, as of `now` (UTC ISO-8601).
 * Null where there is no shift to divide by, or one of 0 hours.
 */
export async function weeklyStatsOf(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  today: LocalDate,
  now: string,
): Promise<ChartRow[]> {
  const dates = Array.from({ length: DAYS_OF_CHART }, (_, at) => daysBefore(today, DAYS_OF_CHART - 1 - at));
  const rows = await db
    .selectFrom('read.sales_per_hour as d')
    .selectAll()
    .where('d.company_id', '=', companyId)
    .where('d.employee_id', '=', employeeId)
    .where('d.day', '>=', dates[0] as LocalDate)
    .where('d.day', '<=', today)
    .execute();
  const rates = new Map(rows.map((row) => [row.day, shownRate(row, now)]));
  return dates.map((login_date) => {
    const rate = rates.get(login_date) ?? 'N/A';
    return { login_date, sales_per_hour: rate === 'N/A' ? null : rate };
  });
}

function dayOf(db: Kysely<ReadModels>, companyId: string, employeeId: string, date: string) {
  return db
    .selectFrom('read.sales_per_hour as d')
    .selectAll()
    .where('d.company_id', '=', companyId)
    .where('d.employee_id', '=', employeeId)
    .where('d.day', '=', date)
    .executeTakeFirst();
}
