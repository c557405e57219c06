import { parseAsOf } from '#contracts/as-of.ts';
import * as endpoints from '#contracts/endpoints/comparison.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { asOf } from '#platform/scope.ts';
import {
  type ComparisonDeps,
  type ComparisonQueries,
  differingRows,
  laterEvents,
  type Pair,
} from './comparison.ts';
import { endOfDay } from './end-of-day.ts';

/** Compares a closed day as it was known then with the day as it is known today. */
export function comparisonRoutes(route: Route, deps: ComparisonDeps & { readonly clock: Clock }): void {
  route(endpoints.getComparison, async ({ caller, params: { date }, query }) => {
    if (!isLocalDate(date)) return rejected('invalidDate');
    const { companyId, timeZone } = caller;
    const until = query.until === undefined ? undefined : instantIn(query.until);
    if (until === null) return rejected('invalidAsOf');
    const now = deps.clock.now().toISOString();
    if (until !== undefined && until > now) return rejected('asOfFuture');

    const compared = await deps.atOneMoment(async (snapshot) => {
      const then =
        until === undefined
          ? await endOfDay(snapshot, { companyId, date, timeZone, now })
          : { position: await snapshot.positionAt(companyId, until), instant: until };
      if (!then) return null;
      const past = await asOf(then, () => snapshot.billboardOfDay(companyId, date, then.instant));
      const present = await snapshot.billboardOfDay(companyId, date, now);
      const pairs = differingRows(past, present);
      return {
        then,
        pairs,
        rows: new Set([...past, ...present].map(({ employee_id }) => employee_id)).size,
        positions: await changesOf(snapshot, companyId, date, then.position, pairs),
      };
    });
    if (!compared) return rejected('asOfFuture');
    const { then, pairs, rows, positions } = compared;
    const events = await laterEvents(deps.entriesAt, { companyId, date, positions }, pairs);
    return answer({
      date,
      until: then.instant,
      rows,
      requestedData: pairs.map((pair) => shown(pair, events.get(pair.employeeId) ?? [])),
    });
  });
}

/** The positions of events that may have made these rows differ. */
async function changesOf(
  snapshot: ComparisonQueries,
  companyId: string,
  date: LocalDate,
  behind: number,
  pairs: readonly Pair[],
): Promise<readonly number[]> {
  const since = { employeeIds: pairs.map(({ employeeId }) => employeeId), date, behind };
  const isNamed = pairs.some(({ differing }) => differing.some((figure) => /name$/.test(figure)));
  const [ofDay, ofNames] = await Promise.all([
    snapshot.dayChanges(companyId, since),
    isNamed ? snapshot.nameChanges(companyId, since) : [],
  ]);
  return [...ofDay, ...ofNames].sort((one, other) => one - other);
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
