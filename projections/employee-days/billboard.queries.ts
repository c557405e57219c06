import { type Kysely, sql } from 'kysely';
import { byBillboardOrder } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { daysBefore, type LocalDate, localDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import { countedHours, salesPerHour } from '#contracts/shift-hours.ts';
import { canExist, isDay } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { employeeDaysTable } from './employee-days.table.ts';

/** The billboards: a part of `createEmployeeDaysQueries`. Rates are as of `now` (UTC ISO-8601). */
export function createBillboardQueries(db: Kysely<ReadModels>) {
  /** `employeeIds` narrows it to these. */
  function namedDays(companyId: string, employeeIds?: readonly string[]) {
    const query = db
      .selectFrom('read.employee_days as d')
      .leftJoin('read.employees as e', (on) =>
        on.onRef('e.company_id', '=', 'd.company_id').onRef('e.employee_id', '=', 'd.employee_id'),
      )
      .leftJoin('read.campaigns as c', (on) =>
        on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
      )
      .selectAll('d')
      .select(['e.first_name', 'e.last_name', 'c.name as campaign_name'])
      .where('d.company_id', '=', companyId);
    // One text for lists of every length, so that it can stay prepared.
    return employeeIds ? query.where('d.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`) : query;
  }

  /** The zones of the last shifts of these employees. */
  async function lastTimeZones(companyId: string, employeeIds: readonly string[]) {
    if (employeeIds.length === 0) return new Map<string, string | null>();
    const rows = await db
      .selectFrom('read.employee_days as d')
      .select(['d.employee_id', 'd.time_zone'])
      .distinctOn('d.employee_id')
      .where('d.company_id', '=', companyId)
      .where('d.employee_id', '=', sql<string>`ANY (${employeeIds}::text[])`)
      .where('d.shift_id', 'is not', null)
      .orderBy('d.employee_id')
      .orderBy('d.day', 'desc')
      .execute();
    return new Map(rows.map((row) => [row.employee_id, row.time_zone]));
  }

  /**
   * The days of now: one of each employee who worked or sold on the date that it is for them, wherever they are. A day
   * counts in the zone of its shift; without one in that of the employee's last shift, or of the viewer.
   */
  async function daysOfNow(
    companyId: string,
    viewersTimeZone: string,
    now: string,
    employeeIds?: readonly string[],
  ): Promise<NamedDay[]> {
    const possible = employeeIds?.filter((id) => canExist(id));
    if (!canExist(companyId) || possible?.length === 0) return [];
    // The rows of the viewer's own zone are those of one date, so a company in one zone reads no others.
    const rows = await namedDays(companyId, possible)
      .where('d.day', 'in', datesAnywhere(now))
      .where((day) =>
        day.or([
          day('d.day', '=', localDate(now, viewersTimeZone)),
          day('d.time_zone', 'is distinct from', viewersTimeZone),
        ]),
      )
      .execute();
    const without = rows.filter((row) => row.shift_id === null).map((row) => row.employee_id);
    const lastZones = await lastTimeZones(companyId, without);
    const current = rows.filter((row) => {
      const zone = row.time_zone ?? lastZones.get(row.employee_id) ?? viewersTimeZone;
      return localDate(now, zone) === row.day;
    });
    return shownOfEach(current);
  }

  return {
    /**
     * The employees of the company who worked or sold on that local date (yyyy-mm-dd), the deleted included: most
     * commission first, then most sales, then by name.
     */
    async billboardOfDay(
      companyId: string,
      date: string,
      now: string,
      employeeIds?: readonly string[],
    ): Promise<BillboardRow[]> {
      const possible = employeeIds?.filter((id) => canExist(id));
      if (!canExist(companyId) || !isDay(date) || possible?.length === 0) return [];
      const rows = await namedDays(companyId, possible).where('d.day', '=', date).execute();
      return rows.map((row) => toBillboardRow(row, now)).sort(byBillboardOrder);
    },

    /** The board of now: the days of now in the same order. */
    async billboardOfNow(
      companyId: string,
      viewersTimeZone: string,
      now: string,
      employeeIds?: readonly string[],
    ): Promise<BillboardRow[]> {
      const days = await daysOfNow(companyId, viewersTimeZone, now, employeeIds);
      return days.map((row) => toBillboardRow(row, now)).sort(byBillboardOrder);
    },

    /** The day of an employee that the board of now shows; undefined when they are not on it. */
    async dayOfNow(
      companyId: string,
      employeeId: string,
      timeZone: string,
      now: string,
    ): Promise<NamedDay | undefined> {
      return (await daysOfNow(companyId, timeZone, now, [employeeId]))[0];
    },

    /** The date of that day: an employee's today on every screen. Without a row it is the date in `timeZone`. */
    async todayOf(companyId: string, employeeId: string, timeZone: string, now: string): Promise<LocalDate> {
      const [day] = await daysOfNow(companyId, timeZone, now, [employeeId]);
      return day?.day ?? localDate(now, timeZone);
    },
  };
}

/** The dates that it can be at one instant: zones are less than a day ahead of UTC, or behind it. */
export function datesAnywhere(now: string): [LocalDate, LocalDate, LocalDate] {
  const inUtc = localDate(now, 'UTC');
  return [daysBefore(inUtc, 1), inUtc, daysBefore(inUtc, -1)];
}

/** An employee who works in two zones may have several dates that are not over; each has one row. */
function shownOfEach(rows: readonly NamedDay[]): NamedDay[] {
  const shown = new Map<string, NamedDay>();
  for (const row of rows) {
    const other = shown.get(row.employee_id);
    if (!other || isShownBefore(row, other)) shown.set(row.employee_id, row);
  }
  return [...shown.values()];
}

/** A day with Closed sales before one without, then an open shift before an ended one, then the latest act. */
function isShownBefore(one: NamedDay, other: NamedDay): boolean {
  const hasSold = (day: NamedDay) => day.closed_sales > 0;
  const isOpen = (day: NamedDay) => day.shift_id !== null && day.ended_at === null;
  if (hasSold(one) !== hasSold(other)) return hasSold(one);
  if (isOpen(one) !== isOpen(other)) return isOpen(one);
  return one.last_act > other.last_act;
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
    timezone: row.start_zone,
    current_timezone: row.time_zone,
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
