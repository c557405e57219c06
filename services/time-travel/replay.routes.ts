import * as endpoints from '#contracts/endpoints/replay.endpoints.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import type { ReplayQueries } from '#projections/replay/replay.queries.ts';
import { type EndOfDayQueries, endOfDay } from './end-of-day.ts';

export type ReplayRoutesDeps = {
  queries: EndOfDayQueries & Pick<ReplayQueries, 'boardReplay'>;
  clock: Clock;
};

export function replayRoutes(route: Route, { queries, clock }: ReplayRoutesDeps): void {
  route(endpoints.getReplay, async ({ caller, params: { date }, query }) => {
    if (!isLocalDate(date)) return rejected('invalidDate');
    const now = clock.now().toISOString();
    const { companyId, timeZone } = caller;
    const [end, { cards, moments }] = await Promise.all([
      endOfDay(queries, { companyId, date, timeZone, now }),
      queries.boardReplay(companyId, date),
    ]);
    const byEnd = end ? moments.filter(({ position }) => position <= end.position) : moments;
    const later = moments.length - byEnd.length;
    const isWhole = query.later === 'true' && later > 0;
    return answer({
      date,
      end: isWhole || !end ? now : end.instant,
      later,
      cards,
      moments: (isWhole ? moments : byEnd).map((moment) => seenBy(caller, moment)),
    });
  });
}

/** Like the board: its commissions are for everybody, the price of a sale for managers and its seller (ADR 0032). */
function seenBy(caller: Principal, moment: endpoints.ReplayMoment): endpoints.ReplayMoment {
  if (isManager(caller) || moment.employee_id === caller.employeeId) return moment;
  return { ...moment, price: null };
}
