import type { Kysely } from 'kysely';
import type { Cents } from '#contracts/money.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';

/** One shift: instants are UTC ISO-8601, `setDuration` is in hours, figures count Closed sales only. */
export type Shift = {
  readonly shiftId: string;
  readonly companyId: string;
  readonly employeeId: string;
  /** Local date in `timeZone`. */
  readonly loginDate: string;
  readonly timeZone: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly setDuration: number | null;
  readonly closedSales: number;
  readonly commissionCents: Cents;
};

/** The shift of an employee on a local date; undefined when none was started. */
export async function shiftOfDay(
  db: Kysely<ReadModels>,
  companyId: string,
  employeeId: string,
  date: string,
): Promise<Shift | undefined> {
  if (!canExist(companyId, employeeId) || !isDay(date)) return undefined;
  const row = await shifts(db)
    .where('l.company_id', '=', companyId)
    .where('l.employee_id', '=', employeeId)
    .where('l.login_date', '=', date)
    .executeTakeFirst();
  return row && shown(row);
}

/**
 * Shifts of every company that have not ended, oldest first. For timed jobs only: no request may see across
 * companies.
 */
export async function openShifts(db: Kysely<ReadModels>): Promise<Shift[]> {
  const rows = await shifts(db).where('l.ended_at', 'is', null).orderBy('l.started_at').execute();
  return rows.map(shown);
}

function shifts(db: Kysely<ReadModels>) {
  return db.selectFrom('read.shift_log as l').selectAll().where('l.shift_id', 'is not', null);
}

function shown(row: ReadModels['read.shift_log']): Shift {
  const { shift_id, time_zone, started_at } = row;
  if (shift_id === null || time_zone === null || started_at === null)
    throw new Error('a shift without its facts');
  return {
    shiftId: shift_id,
    companyId: row.company_id,
    employeeId: row.employee_id,
    loginDate: row.login_date,
    timeZone: time_zone,
    startedAt: started_at,
    endedAt: row.ended_at,
    setDuration: row.set_duration,
    closedSales: row.closed_sales,
    commissionCents: row.commission_cents,
  };
}
