import * as endpoints from '#contracts/endpoints/comparison.endpoints.ts';
import { isLocalDate } from '#contracts/local-date.ts';
import { parseAsOf } from '#contracts/parse-as-of.ts';
import { asOf } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { endOfLocalDay } from '#platform/local-day.ts';
import type { ComparisonDeps } from './comparison.port.ts';
import { differingRows, type Pair } from './differing-rows.ts';
import { laterEvents } from './later-events.ts';

/** A closed day as it was known then and as it is known today. */
export function comparisonRoutes(route: Route, deps: ComparisonDeps & { readonly clock: Clock }): void {
  route(endpoints.getComparison, async ({ caller, params: { date }, query }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    const until = query.until === undefined ? endOfLocalDay(date, caller.timeZone) : instantIn(query.until);
    if (until === null) return refuse('invalidAsOf');
    const now = deps.clock.now().toISOString();
    if (until > now) return refuse('asOfFuture');

    const { companyId } = caller;
    const { boards, pairs, sales, between } = await deps.atOneMoment(async (snapshot) => {
      const behind = await snapshot.positionAt(companyId, until);
      const moment = { position: behind, instant: until };
      const past = await asOf(moment, () => snapshot.board(companyId, date, until));
      const present = await snapshot.board(companyId, date, now);
      const pairs = differingRows(past, present);
      const ids = pairs.map(({ employeeId }) => employeeId);
      const sales = await snapshot.changedSales(companyId, ids, date, behind);
      const upTo = await snapshot.newest(companyId);
      return { boards: [...past, ...present], pairs, sales, between: { companyId, date, behind, upTo } };
    });
    const events = await laterEvents(deps.history, between, pairs, sales);
    return answer({
      date,
      until,
      rows: new Set(boards.map(({ employee_id }) => employee_id)).size,
      requestedData: pairs.map((pair) => shown(pair, events.get(pair.employeeId) ?? [])),
    });
  });
}

function instantIn(text: string): string | null {
  const moment = parseAsOf(text);
  return moment?.kind === 'instant' ? moment.instant : null;
}

function shown(
  { employeeId, past, present, differing }: Pair,
  events: readonly endpoints.LaterEvent[],
): endpoints.ComparedRow {
  const { first_name = '', last_name = '' } = present ?? past ?? {};
  return {
    employee_id: employeeId,
    first_name,
    last_name,
    known_then: past,
    known_today: present,
    differing: [...differing],
    events: [...events],
  };
}
