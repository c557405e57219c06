import type { Kysely } from 'kysely';
import { localDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Feed } from './feed.ts';
import { uncommittedBillboardRows } from './uncommitted-rows.ts';

/** Today's billboard of a company as one time zone has it. Keys are employee ids. */
export function billboardFeed(
  deps: { queries: Kysely<ReadModels>; clock: Clock },
  viewers: { companyId: string; timeZone: string },
): Feed<'billboard'> {
  const now = () => deps.clock.now().toISOString();
  const queries = createEmployeeDaysQueries(deps.queries);
  const read = (date: string, employeeIds?: readonly string[]) =>
    queries.billboardOfDay(viewers.companyId, date, now(), employeeIds);
  return {
    topic: 'billboard',
    delayMs: 0,
    uncommittedRows: uncommittedBillboardRows(now),
    shownDate: () => localDate(now(), viewers.timeZone),
    snapshot: async (date) => ({ date, rows: await read(date) }),
    async change(employeeIds, date) {
      const rows = await read(date, employeeIds);
      const present = new Set(rows.map((row) => row.employee_id));
      const gone = employeeIds.filter((id) => !present.has(id));
      return { rows, removed: gone.map((employeeId) => ({ employeeId, date })) };
    },
  };
}
