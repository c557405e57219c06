import type { Kysely } from 'kysely';
import type { ChartRow } from '#contracts/endpoints/logs.endpoints.ts';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
import type { Cents } from '#contracts/money.ts';
import { canExist, isDay } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { createBillboardQueries } from './billboard.queries.ts';
import { createShiftLogQueries } from './shift-log.queries.ts';
import { shownRate } from './shown-rate.ts';

const DAYS_OF_CHART = 7;

export type EmployeeDaysQueries = ReturnType<typeof createEmployeeDaysQueries>;

/** The four questions that days answer: the billboard, the shift log, sales per hour and commission. */
export function createEmployeeDaysQueries(db: Kysely<ReadModels>) {
  async function dayOf(companyId: string, employeeId: string, date: string) {
    if (!canExist(companyId, employeeId) || !isDay(date)) return undefined;
    return db
      .selectFrom('read.employee_days as d')
      .selectAll()
      .where('d.company_id', '=', companyId)
      .where('d.employee_id', '=', employeeId)
      .where('d.day', '=', date)
      .executeTakeFirst();
  }

  return {
    ...createBillboardQueries(db),
    ...createShiftLogQueries(db),

    /** Sales per hour of a local date as of `now` (UTC ISO-8601); N/A without a shift to divide by. */
    async salesPerHourOf(
      companyId: string,
      employeeId: string,
      date: string,
      now: string,
    ): Promise<number | 'N/A'> {
      const row = await dayOf(companyId, employeeId, date);
      return row ? shownRate(row, now) : 'N/A';
    },

    /** How many Closed sales an employee has on a local date. */
    async closedSalesOf(companyId: string, employeeId: string, date: string): Promise<number> {
      return (await dayOf(companyId, employeeId, date))?.closed_sales ?? 0;
    },

    /**
     * Sales per hour of the seven local dates that end with `today`, oldest first, as of `now` (UTC ISO-8601).
     * Null if there is no shift to divide by, or one of 0 hours.
     */
    async weeklyStatsOf(
      companyId: string,
      employeeId: string,
      today: LocalDate,
      now: string,
    ): Promise<ChartRow[]> {
      const dates = Array.from({ length: DAYS_OF_CHART }, (_, at) =>
        daysBefore(today, DAYS_OF_CHART - 1 - at),
      );
      const rows = await db
        .selectFrom('read.employee_days as d')
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
    },

    /** Commission of Closed sales in cents, all time or within local dates (yyyy-mm-dd, both inclusive). */
    async commissionOf(
      companyId: string,
      employeeId: string,
      { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
    ): Promise<Cents> {
      const days = [from, to].filter((day) => day !== undefined);
      if (!canExist(companyId, employeeId) || !days.every(isDay)) return 0;
      let query = db
        .selectFrom('read.employee_days as d')
        .select(({ fn }) => fn.sum<number | null>('d.commission_cents').as('cents'))
        .where('d.company_id', '=', companyId)
        .where('d.employee_id', '=', employeeId);
      if (from !== undefined) query = query.where('d.day', '>=', from);
      if (to !== undefined) query = query.where('d.day', '<=', to);
      return (await query.executeTakeFirstOrThrow()).cents ?? 0;
    },
  };
}
