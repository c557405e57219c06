import type { Kysely } from 'kysely';
import { localDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { createBillboardForesight } from './billboard-foresight.ts';
import type { Feed } from './feed.ts';

/** Today's billboard of a company as one time zone has it. Keys are employee ids. */
export function billboardFeed(
  deps: { queries: Kysely<ReadModels>; clock: Clock },
  viewers: { companyId: string; timeZone: string },
): Feed<'billboard'> {
  const now = () => deps.clock.now().toISOString();
  const read = (date: string, employeeIds?: readonly string[]) =>
    billboardOfDay(deps.queries, viewers.companyId, date, now(), employeeIds);
  return {
    topic: 'billboard',
    patienceMs: 0,
    foresight: createBillboardForesight(now),
    epoch: () => localDate(now(), viewers.timeZone),
    snapshot: async (date) => ({ date, rows: await read(date) }),
    async change(employeeIds, date) {
      const rows = await read(date, employeeIds);
      const present = new Set(rows.map((row) => row.employee_id));
      const gone = employeeIds.filter((id) => !present.has(id));
      return { rows, removed: gone.map((employeeId) => ({ employeeId, date })) };
    },
  };
}
