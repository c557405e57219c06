import { type Kysely, sql } from 'kysely';
import type { ChartRow, ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { type ShownStartReason, shiftId } from '#contracts/events/shift.events.ts';
import { daysBefore, type LocalDate } from '#contracts/local-date.ts';
import { type Cents, centsToNumber } from '#contracts/money.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { comesAfter, inPortions, pageOf } from '../queries/paging.ts';
import { canExist, isDay, isPeriod, type Period } from '../queries/query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { createBillboardQueries, type NamedDay, shownHours, shownRate } from './billboard.queries.ts';

const DAYS_OF_CHART = 7;
export type EmployeeDaysQueries = ReturnType<typeof createEmployeeDaysQueries>;

/** The four questions that days answer: the billboard, the shift log, sales per hour and commission. */
export function createEmployeeDaysQueries(db: Kysely<ReadModels>) {
  /** What an employee did on a local date; undefined without a sale and a shift. */
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
    dayOf,

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

    /** Commission of Closed sales in cents, all time or within a period. */
    async commissionOf(companyId: string, employeeId: string, { from, to }: Period = {}): Promise<Cents> {
      if (!canExist(companyId, employeeId) || !isPeriod({ from, to })) return 0;
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

/** One shift: instants are UTC ISO-8601, `setDuration` is in hours. */
type Shift = {
  readonly shiftId: string;
  readonly companyId: string;
  readonly employeeId: string;
  /** Local date in both zones. */
  readonly loginDate: string;
  /** In which the shift began, and that of the latest sign-in, whose midnight ends it. */
  readonly startZone: string;
  readonly timeZone: string;
  readonly startedAt: string;
  readonly startReason: ShownStartReason;
  readonly endedAt: string | null;
  readonly setDuration: number | null;
};

/** Sorts a day without a shift behind the shifts of that date. */
const NO_START = '1000-01-01T00:00:00.000Z';
const NEWEST_FIRST = ['d.day', sql`coalesce(d.started_at, ${NO_START})`, 'd.employee_id'] as const;

/** The shift log. Rates are as of `now` (UTC ISO-8601). */
function createShiftLogQueries(db: Kysely<ReadModels>) {
  function days() {
    return db.selectFrom('read.employee_days as d').selectAll('d');
  }

  function shifts() {
    return days().where('d.shift_id', 'is not', null);
  }

  /** Days with a shift, and days that have commission without one: the log adds up to the commission of its dates. */
  function namedDays(companyId: string) {
    return days()
      .where((day) => day.or([day('d.shift_id', 'is not', null), day('d.closed_sales', '>', 0)]))
      .leftJoin('read.employees as e', (on) =>
        on.onRef('e.company_id', '=', 'd.company_id').onRef('e.employee_id', '=', 'd.employee_id'),
      )
      .leftJoin('read.campaigns as c', (on) =>
        on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
      )
      .select(['e.first_name', 'e.last_name', 'c.name as campaign_name'])
      .where('d.company_id', '=', companyId);
  }

  return {
    /**
     * A page of the log of the company, or of one employee, all time or within a period. Newest first: by local date,
     * then by login, then by employee id. Deleted employees are included.
     */
    async shiftLog(
      companyId: string,
      now: string,
      wish: PageWish,
      { employeeId, from, to }: Period & { readonly employeeId?: string | undefined } = {},
    ): Promise<Page<ShiftLogRow>> {
      if (!canExist(companyId, employeeId ?? '') || !isPeriod({ from, to })) return { rows: [], next: null };
      return inPortions(wish, async (portion) => {
        let query = namedDays(companyId);
        if (employeeId !== undefined) query = query.where('d.employee_id', '=', employeeId);
        if (from !== undefined) query = query.where('d.day', '>=', from);
        if (to !== undefined) query = query.where('d.day', '<=', to);
        if (portion.after) query = query.where(comesAfter(NEWEST_FIRST, 'desc', portion.after));
        for (const column of NEWEST_FIRST) query = query.orderBy(column, 'desc');
        const rows = await query.limit(portion.limit + 1).execute();
        return pageOf(
          rows,
          portion,
          (row) => [row.day, row.started_at ?? NO_START, row.employee_id],
          (row) => toLogRow(row, now),
        );
      });
    },

    /** The log of an employee on a local date: one row or none. */
    async shiftLogOfDate(
      companyId: string,
      employeeId: string,
      date: string,
      now: string,
    ): Promise<ShiftLogRow[]> {
      if (!canExist(companyId, employeeId) || !isDay(date)) return [];
      const rows = await namedDays(companyId)
        .where('d.employee_id', '=', employeeId)
        .where('d.day', '=', date)
        .execute();
      return rows.map((row) => toLogRow(row, now));
    },

    /** The shift of an employee on a local date; undefined if none was started. */
    async shiftOfDay(companyId: string, employeeId: string, date: string): Promise<Shift | undefined> {
      if (!canExist(companyId, employeeId) || !isDay(date)) return undefined;
      const row = await shifts()
        .where('d.company_id', '=', companyId)
        .where('d.employee_id', '=', employeeId)
        .where('d.day', '=', date)
        .executeTakeFirst();
      return row && toShift(row);
    },

    /** Local dates of the shifts of an employee that have not ended. */
    async openShiftDates(companyId: string, employeeId: string): Promise<string[]> {
      if (!canExist(companyId, employeeId)) return [];
      const rows = await shifts()
        .where('d.company_id', '=', companyId)
        .where('d.employee_id', '=', employeeId)
        .where('d.ended_at', 'is', null)
        .execute();
      return rows.map(({ day }) => day);
    },

    /**
     * Shifts of every company that have not ended, oldest first. For timed jobs only: no request may see across
     * companies.
     */
    async openShifts(): Promise<Shift[]> {
      const rows = await shifts().where('d.ended_at', 'is', null).orderBy('d.started_at').execute();
      return rows.map(toShift);
    },
  };
}

function toLogRow(row: NamedDay, now: string): ShiftLogRow {
  return {
    id: row.shift_id ?? shiftId(row.employee_id, row.day),
    employee_id: row.employee_id,
    login_date: row.day,
    login_time: row.started_at,
    timezone: row.start_zone,
    start_reason: row.start_reason as ShownStartReason | null,
    logout_time: row.ended_at,
    shift_duration: row.shift_id === null ? 0 : (row.set_duration ?? 'N/A'),
    sales: row.closed_sales,
    hours: shownHours(row, now),
    sales_per_hour: shownRate(row, now),
    commission: centsToNumber(row.commission_cents),
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    campaign_name: row.campaign_name,
  };
}

function toShift(row: ReadModels['read.employee_days']): Shift {
  const { shift_id, time_zone, start_zone, started_at, start_reason } = row;
  if (!shift_id || !time_zone || !start_zone || started_at === null || start_reason === null)
    throw new Error('a shift without its facts');
  return {
    shiftId: shift_id,
    companyId: row.company_id,
    employeeId: row.employee_id,
    loginDate: row.day,
    timeZone: time_zone,
    startZone: start_zone,
    startedAt: started_at,
    startReason: start_reason as ShownStartReason,
    endedAt: row.ended_at,
    setDuration: row.set_duration,
  };
}
