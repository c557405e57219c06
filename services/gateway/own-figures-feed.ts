import type { Kysely } from 'kysely';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { localDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Clock } from '#platform/clock.ts';
import { createDirectoryQueries } from '#projections/directory/directory.queries.ts';
import { createEmployeeDaysQueries } from '#projections/employee-days/employee-days.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Feed } from './feed.ts';

/** The own figures of one person. There is one row only, so every key means all of it. */
export function ownFiguresFeed(
  deps: { queries: Kysely<ReadModels>; clock: Clock },
  viewer: { companyId: string; employeeId: string; timeZone: string },
): Feed<'own figures'> {
  const { companyId, employeeId, timeZone } = viewer;
  const days = createEmployeeDaysQueries(deps.queries);
  const now = () => deps.clock.now().toISOString();

  async function read(date: string): Promise<OwnFigures> {
    const [rows, total, person] = await Promise.all([
      days.billboardOfDay(companyId, date, now(), [employeeId]),
      days.commissionOf(companyId, employeeId),
      createDirectoryQueries(deps.queries).employeeById(companyId, employeeId),
    ]);
    const [today] = rows;
    return {
      employeeId,
      date,
      totalCommission: centsToNumber(total),
      todayCommission: today?.commission ?? 0,
      todaySales: today?.sales ?? 0,
      salesPerHour: today?.sales_per_hour ?? 'N/A',
      // As in REST: the shift of today has its own duration, the default is for the next one.
      shiftDuration: today?.login_time ? today.shift_duration : (person?.shiftDuration ?? 'N/A'),
      loginTime: today?.login_time ?? null,
      hourlySales: person?.hourlySales ?? null,
      hourlyDecisions: person?.hourlyDecisions ?? null,
    };
  }

  return {
    topic: 'own figures',
    delayMs: 0,
    shownDate: () => localDate(now(), timeZone),
    snapshot: read,
    change: (_, date) => read(date),
  };
}
