import { type Kysely, sql } from 'kysely';
import { byBillboardOrder } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import { countedHours, salesPerHour } from '#contracts/shift-hours.ts';
import { canExist, isDay } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { employeeDaysTable } from './employee-days.table.ts';

/** The billboard of a local date: a part of `createEmployeeDaysQueries`. */
export function createBillboardQueries(db: Kysely<ReadModels>) {
  return {
    /**
     * The employees of the company who worked or sold on that local date (yyyy-mm-dd), the deleted included: most
     * commission first, then most sales, then by name. The rate is as of `now` (UTC ISO-8601).
     * `employeeIds` narrows it to these.
     */
    async billboardOfDay(
      companyId: string,
      date: string,
      now: string,
      employeeIds?: readonly string[],
    ): Promise<BillboardRow[]> {
      if (!canExist(companyId) || !isDay(date)) return [];
      let query = db
        .selectFrom('read.employee_days as d')
        .leftJoin('read.employees as e', (on) =>
          on.onRef('e.company_id', '=', 'd.company_id').onRef('e.employee_id', '=', 'd.employee_id'),
        )
        .leftJoin('read.campaigns as c', (on) =>
          on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
        )
        .selectAll('d')
        .select(['e.first_name', 'e.last_name', 'c.name as campaign_name'])
        .where('d.company_id', '=', companyId)
        .where('d.day', '=', date);
      if (employeeIds) {
        const possible = employeeIds.filter((id) => canExist(id));
        if (possible.length === 0) return [];
        // One text for lists of every length, so that it can stay prepared.
        query = query.where('d.employee_id', '=', sql<string>`ANY (${possible}::text[])`);
      }
      const rows = await query.execute();
      return rows.map((row) => toBillboardRow(row, now)).sort(byBillboardOrder);
    },
  };
}

export type NamedDay = ReadModels['read.employee_days'] & {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly campaign_name: string | null;
};

/** A row of the table with the names that belong to it, as all viewers are shown it. */
export function toBillboardRow(row: NamedDay, now: string): BillboardRow {
  return {
    id: row.shift_id ?? row.employee_id,
    employee_id: row.employee_id,
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    campaign_name: row.campaign_name,
    login_date: row.day,
    login_time: row.started_at,
    timezone: row.time_zone,
    shift_duration: row.set_duration ?? 'N/A',
    sales: row.closed_sales,
    sales_per_hour: shownRate(row, now),
    commission: centsToNumber(row.commission_cents),
  };
}

/** Whether a row has all columns of this version: a runner of another version may send others. */
export function isEmployeeDay(row: object): row is ReadModels['read.employee_days'] {
  return Object.keys(employeeDaysTable.columns).every((column) => column in row);
}

type Day = Pick<
  ReadModels['read.employee_days'],
  'closed_sales' | 'started_at' | 'ended_at' | 'set_duration'
>;

/** Sales per hour of a day as of `now` (UTC ISO-8601) the way the API shows it; N/A without a shift. */
export function shownRate(day: Day, now: string): number | 'N/A' {
  return salesPerHour(day.closed_sales, hoursOf(day), now) ?? 'N/A';
}

/** The hours that this rate is divided by; null for N/A. */
export function shownHours(day: Day, now: string): number | null {
  const hours = hoursOf(day);
  return hours && countedHours(hours, now);
}

function hoursOf({ started_at: startedAt, ended_at: endedAt, set_duration: setDuration }: Day) {
  return startedAt === null ? null : { startedAt, endedAt, setDuration };
}
