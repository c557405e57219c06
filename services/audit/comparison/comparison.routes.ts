import * as endpoints from '#contracts/endpoints/comparison.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import { parseAsOf } from '#contracts/parse-as-of.ts';
import { asOf } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { endOfDay } from '../end-of-day.ts';
import type { ComparisonDeps, Snapshot } from './comparison.port.ts';
import { differingRows, type Pair } from './differing-rows.ts';
import { laterEvents } from './later-events.ts';

/** A closed day as it was known then and as it is known today. */
export function comparisonRoutes(route: Route, deps: ComparisonDeps & { readonly clock: Clock }): void {
  route(endpoints.getComparison, async ({ caller, params: { date }, query }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    const { companyId, timeZone } = caller;
    const until = query.until === undefined ? undefined : instantIn(query.until);
    if (until === null) return refuse('invalidAsOf');
    const now = deps.clock.now().toISOString();
    if (until !== undefined && until > now) return refuse('asOfFuture');

    const compared = await deps.atOneMoment(async (snapshot) => {
      const then =
        until === undefined
          ? await endOfDay(snapshot, { companyId, date, timeZone, now })
          : { position: await snapshot.positionAt(companyId, until), instant: until };
      if (!then) return null;
      const past = await asOf(then, () => snapshot.board(companyId, date, then.instant));
      const present = await snapshot.board(companyId, date, now);
      const pairs = differingRows(past, present);
      return {
        then,
        pairs,
        rows: new Set([...past, ...present].map(({ employee_id }) => employee_id)).size,
        positions: await changesOf(snapshot, companyId, date, then.position, pairs),
      };
    });
    if (!compared) return refuse('asOfFuture');
    const { then, pairs, rows, positions } = compared;
    const events = await laterEvents(deps.history, { companyId, date, positions }, pairs);
    return answer({
      date,
      until: then.instant,
      rows,
      requestedData: pairs.map((pair) => shown(pair, events.get(pair.employeeId) ?? [])),
    });
  });
}

/** Where the log says what may have made these rows differ. */
async function changesOf(
  snapshot: Snapshot,
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
