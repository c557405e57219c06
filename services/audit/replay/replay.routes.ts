import * as endpoints from '#contracts/endpoints/replay.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import { momentsByEnd } from './end-of-day.ts';

export type ReplayQueries = {
  /** Every moment up to now at which the board of that date changed; zones are those of its shifts. */
  boardReplay(
    companyId: string,
    date: LocalDate,
  ): Promise<Pick<endpoints.Replay, 'cards' | 'moments'> & { readonly timeZones: readonly string[] }>;
};

export type ReplayRoutesDeps = { queries: ReplayQueries; clock: Clock };

export function replayRoutes(route: Route, { queries, clock }: ReplayRoutesDeps): void {
  route(endpoints.getReplay, async ({ caller, params: { date }, query }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    const now = clock.now().toISOString();
    const { timeZones, cards, moments } = await queries.boardReplay(caller.companyId, date);
    const zones = timeZones.length > 0 ? timeZones : [caller.timeZone];
    const { byEnd, later, end } = momentsByEnd(moments, { date, zones, now });
    const isWhole = query.later === 'true' && later > 0;
    return answer({
      date,
      end: isWhole ? now : end,
      later,
      cards,
      moments: (isWhole ? moments : byEnd).map((moment) => seenBy(caller, moment)),
    });
  });
}

/** What a colleague's customer paid is not on the board, and so it is not in its replay. */
function seenBy(caller: Principal, moment: endpoints.ReplayMoment): endpoints.ReplayMoment {
  if (isManager(caller) || moment.employee_id === caller.employeeId) return moment;
  return { ...moment, price: null };
}
