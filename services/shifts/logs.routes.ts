import { COMPANY_LOG_MAX } from '#contracts/endpoints/fields.ts';
import * as endpoints from '#contracts/endpoints/logs.endpoints.ts';
import { isLocalDate, localDate } from '#contracts/local-date.ts';
import type { PageWish } from '#contracts/page.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { isManager, type Principal, type TimeZoneOf, timeZoneFor } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';

export type LogsQueries = Pick<
  Queries,
  'billboardOfDay' | 'billboardOfNow' | 'shiftLog' | 'shiftLogOfDate' | 'weeklyStatsOf' | 'wasEverEmployee'
>;

export type LogsRoutesDeps = {
  queries: LogsQueries;
  /** The time zone of another employee. */
  timeZoneOf: TimeZoneOf;
  clock: Clock;
};

const NEWEST_FIRST = ['date', 'instant', 'text'] as const;

export function logsRoutes(route: Route, { queries, timeZoneOf, clock }: LogsRoutesDeps): void {
  const now = () => clock.now().toISOString();

  route(endpoints.getDailyLogs, async ({ caller: { companyId, timeZone }, params: { date } }) => {
    if (!isLocalDate(date)) return rejected('invalidDate');
    const at = now();
    const isToday = date === localDate(at, timeZone);
    const requestedData = isToday
      ? await queries.billboardOfNow(companyId, timeZone, at)
      : await queries.billboardOfDay(companyId, date, at);
    return answer({ requestedData });
  });

  route(endpoints.getAllLogs, ({ caller, query }) => {
    const whose = isManager(caller) ? {} : { employeeId: caller.employeeId };
    const read = (wish: PageWish) => queries.shiftLog(caller.companyId, now(), wish, whose);
    return answerPage(query, NEWEST_FIRST, read, COMPANY_LOG_MAX);
  });

  route(endpoints.getLogs, async ({ caller, params: { id }, query }) => {
    const { from, to } = query;
    if (![from, to].every((date) => date === undefined || isLocalDate(date))) return rejected('invalidDate');
    const asked = { employeeId: id, from, to };
    const read = (wish: PageWish) => queries.shiftLog(caller.companyId, now(), wish, asked);
    return of(caller, id, () => answerPage(query, NEWEST_FIRST, read));
  });

  route(endpoints.getLogsOfDate, ({ caller, query: { id, date } }) => {
    if (!isLocalDate(date)) return rejected('invalidDate');
    return of(caller, id, async () =>
      answer({ requestedData: await queries.shiftLogOfDate(caller.companyId, id, date, now()) }),
    );
  });

  route(endpoints.getChartData, ({ caller }) => chart(caller, caller.employeeId, caller.timeZone));

  route(endpoints.getChartDataOf, ({ caller, params: { id } }) =>
    of(caller, id, async () => chart(caller, id, await timeZoneFor(caller, id, timeZoneOf))),
  );

  async function chart({ companyId }: Principal, employeeId: string, timeZone: string) {
    const at = now();
    const today = localDate(at, timeZone);
    return answer({ requestedData: await queries.weeklyStatsOf(companyId, employeeId, today, at) });
  }

  /** The caller, or a present or former employee of the company: one who left is still paid. */
  async function of<Reply>(
    { companyId, employeeId }: Principal,
    id: string,
    read: () => Promise<Answer<Reply>>,
  ): Promise<Answer<Reply>> {
    if (id === employeeId || (await queries.wasEverEmployee(companyId, id))) return read();
    return rejected('noSuchEmployee');
  }
}
