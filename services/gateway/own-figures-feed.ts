import type { Kysely } from 'kysely';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { localDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import type { Clock } from '#platform/clock.ts';
import { billboardOfDay } from '#projections/billboard/billboard.queries.ts';
import { commissionOf } from '#projections/commission/commission.queries.ts';
import { employeeById } from '#projections/directory/directory.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import type { Feed } from './feed.ts';

/** What one person watches of himself; the only row there is, so every key means all of it. */
export function ownFiguresFeed(
  deps: { queries: Kysely<ReadModels>; clock: Clock },
  viewer: { companyId: string; employeeId: string; timeZone: string },
): Feed<'own figures'> {
  const { companyId, employeeId, timeZone } = viewer;
  const now = () => deps.clock.now().toISOString();

  async function read(date: string): Promise<OwnFigures> {
    const [rows, total, person] = await Promise.all([
      billboardOfDay(deps.queries, companyId, date, now(), [employeeId]),
      commissionOf(deps.queries, companyId, employeeId),
      employeeById(deps.queries, companyId, employeeId),
    ]);
    const [today] = rows;
    return {
      employeeId,
      date,
      totalCommission: centsToNumber(total),
      todayCommission: today?.commission ?? 0,
      todaySales: today?.sales ?? 0,
      salesPerHour: today?.sales_per_hour ?? 'N/A',
      // As REST has it: the shift of today has its own, the standing one is for the next.
      shiftDuration: today?.login_time ? today.shift_duration : (person?.shiftDuration ?? 'N/A'),
      loginTime: today?.login_time ?? null,
      hourlySales: person?.hourlySales ?? null,
      hourlyDecisions: person?.hourlyDecisions ?? null,
    };
  }

  return {
    topic: 'own figures',
    patienceMs: 0,
    epoch: () => localDate(now(), timeZone),
    snapshot: read,
    change: (_, date) => read(date),
  };
}
