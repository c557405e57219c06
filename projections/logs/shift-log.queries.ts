import type { Kysely } from 'kysely';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { shownRate } from '../days/shift-hours.ts';
import { comesAfter, inPortions, pageOf } from '../paging.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

const NEWEST_FIRST = ['l.login_date', 'l.started_at', 'l.employee_id'] as const;

/**
 * A page of the shifts of the company, or of one employee of it, newest first: by local date, then by login.
 * Sorted by date, instant and text. Those of deleted employees are in it. Rates are as of `now` (UTC ISO-8601).
 */
export async function shiftLog(
  db: Kysely<ReadModels>,
  companyId: string,
  now: string,
  wish: PageWish,
  employeeId?: string,
): Promise<Page<ShiftLogRow>> {
  if (!canExist(companyId, employeeId ?? '')) return { rows: [], next: null };
  return inPortions(wish, (portion) => readPortion(db, companyId, now, portion, employeeId));
}

async function readPortion(
  db: Kysely<ReadModels>,
  companyId: string,
  now: string,
  wish: PageWish,
  employeeId: string | undefined,
): Promise<Page<ShiftLogRow>> {
  let query = shiftsOf(db, companyId);
  if (employeeId !== undefined) query = query.where('l.employee_id', '=', employeeId);
  if (wish.after) query = query.where(comesAfter(NEWEST_FIRST, 'desc', wish.after));
  for (const column of NEWEST_FIRST) query = query.orderBy(column, 'desc');
  const rows = await query.limit(wish.limit + 1).execute();
  return pageOf(
    rows,
    wish,
    // A shift that began has its instant.
    (row) => [row.login_date, row.started_at as string, row.employee_id],
    (row) => shown(row, now),
  );
}

/** The shift of an employee on a local date: one row, or none where none began. */
export async function shiftLogOfDate(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  date: string,
  now: string,
): Promise<ShiftLogRow[]> {
  if (!canExist(companyId, employeeId) || !isDay(date)) return [];
  const rows = await shiftsOf(db, companyId)
    .where('l.employee_id', '=', employeeId)
    .where('l.login_date', '=', date)
    .execute();
  return rows.map((row) => shown(row, now));
}

function shiftsOf(db: Kysely<ReadModels>, companyId: string) {
  return db
    .selectFrom('read.shift_log as l')
    .leftJoin('read.employees as e', (on) =>
      on.onRef('e.company_id', '=', 'l.company_id').onRef('e.employee_id', '=', 'l.employee_id'),
    )
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
    )
    .selectAll('l')
    .select(['e.first_name', 'e.last_name', 'c.name as campaign_name'])
    .where('l.company_id', '=', companyId)
    .where('l.shift_id', 'is not', null);
}

type LogRow = ReadModels['read.shift_log'] & {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly campaign_name: string | null;
};

function shown(row: LogRow, now: string): ShiftLogRow {
  return {
    id: row.shift_id ?? '',
    employee_id: row.employee_id,
    login_date: row.login_date,
    login_time: row.started_at ?? '',
    shift_duration: row.set_duration ?? 'N/A',
    sales_per_hour: shownRate(row, now),
    commission: centsToNumber(row.commission_cents),
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    campaign_name: row.campaign_name,
  };
}
