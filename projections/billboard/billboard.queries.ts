import { type Kysely, sql } from 'kysely';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { centsToNumber } from '#contracts/money.ts';
import { byStanding } from '#contracts/standing.ts';
import { shownRate } from '../days/shift-hours.ts';
import { canExist, isDay } from '../query-input.ts';
import type { ReadModels } from '../read-models.ts';
import { billboardTable } from './billboard.table.ts';

/**
 * Everybody of the company who worked or sold on that local date (yyyy-mm-dd), deleted employees included:
 * most commission first, then most sales, then by name. The rate is as of `now` (UTC ISO-8601).
 * `employeeIds` narrows it to these.
 */
export async function billboardOfDay(
  db: Kysely<ReadModels>,
  companyId: string,
  date: string,
  now: string,
  employeeIds?: readonly string[],
): Promise<BillboardRow[]> {
  if (!canExist(companyId) || !isDay(date)) return [];
  let query = db
    .selectFrom('read.billboard as b')
    .leftJoin('read.employees as e', (on) =>
      on.onRef('e.company_id', '=', 'b.company_id').onRef('e.employee_id', '=', 'b.employee_id'),
    )
    .leftJoin('read.campaigns as c', (on) =>
      on.onRef('c.company_id', '=', 'e.company_id').onRef('c.campaign_id', '=', 'e.campaign_id'),
    )
    .selectAll('b')
    .select(['e.first_name', 'e.last_name', 'c.name as campaign_name'])
    .where('b.company_id', '=', companyId)
    .where('b.day', '=', date);
  if (employeeIds) {
    const possible = employeeIds.filter((id) => canExist(id));
    if (possible.length === 0) return [];
    // One text for lists of every length, so that it can stay prepared.
    query = query.where('b.employee_id', '=', sql<string>`ANY (${possible}::text[])`);
  }
  const rows = await query.execute();
  return rows.map((row) => shown(row, now)).sort(byStanding);
}

type DayRow = ReadModels['read.billboard'] & {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly campaign_name: string | null;
};

/** A row of the table with the names that belong to it, the way everybody is shown it. */
export function shown(row: DayRow, now: string): BillboardRow {
  return {
    id: row.shift_id ?? row.employee_id,
    employee_id: row.employee_id,
    first_name: row.first_name ?? '',
    last_name: row.last_name ?? '',
    campaign_name: row.campaign_name,
    login_date: row.day,
    login_time: row.started_at,
    shift_duration: row.set_duration ?? 'N/A',
    sales: row.closed_sales,
    sales_per_hour: shownRate(row, now),
    commission: centsToNumber(row.commission_cents),
  };
}

/** Whether a row has all that the table of this version has: a runner of another version may tell others. */
export function isBillboardRow(row: object): row is ReadModels['read.billboard'] {
  return Object.keys(billboardTable.columns).every((column) => column in row);
}
