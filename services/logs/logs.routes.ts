import { COMPANY_LOG_MAX } from '#contracts/endpoints/fields.ts';
import * as endpoints from '#contracts/endpoints/logs.endpoints.ts';
import { isLocalDate, type LocalDate, localDate } from '#contracts/local-date.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { isManager, type Principal } from '#platform/principal.ts';

/** `now` is UTC ISO-8601; rates of open shifts are as of then. */
export type LogsQueries = {
  billboardOfDay(companyId: string, date: LocalDate, now: string): Promise<endpoints.BillboardRow[]>;
  /** Newest first, sorted by date, instant and text; without `employeeId` everybody's, the deleted included. */
  shiftLog(
    companyId: string,
    now: string,
    wish: PageWish,
    employeeId?: string,
  ): Promise<Page<endpoints.ShiftLogRow>>;
  shiftLogOfDate(
    companyId: string,
    employeeId: string,
    date: LocalDate,
    now: string,
  ): Promise<endpoints.ShiftLogRow[]>;
  weeklyStatsOf(
    companyId: string,
    employeeId: string,
    today: LocalDate,
    now: string,
  ): Promise<endpoints.ChartRow[]>;
  isEmployee(companyId: string, employeeId: string): Promise<boolean>;
};

export type LogsRoutesDeps = {
  queries: LogsQueries;
  /** The zone whose dates are those of an employee who is not the one asking. */
  timeZoneOf(person: { companyId: string; employeeId: string }): Promise<string>;
  clock: Clock;
};

const NEWEST_FIRST = ['date', 'instant', 'text'] as const;

export function logsRoutes(route: Route, { queries, timeZoneOf, clock }: LogsRoutesDeps): void {
  const now = () => clock.now().toISOString();

  route(endpoints.getDailyLogs, async ({ caller, params: { date } }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    return answer({ requestedData: await queries.billboardOfDay(caller.companyId, date, now()) });
  });

  route(endpoints.getAllLogs, ({ caller, query }) => {
    const whose = isManager(caller) ? undefined : caller.employeeId;
    const read = (wish: PageWish) => queries.shiftLog(caller.companyId, now(), wish, whose);
    return answerPage(query, NEWEST_FIRST, read, COMPANY_LOG_MAX);
  });

  route(endpoints.getLogs, ({ caller, params: { id }, query }) =>
    of(caller, id, () =>
      answerPage(query, NEWEST_FIRST, (wish) => queries.shiftLog(caller.companyId, now(), wish, id)),
    ),
  );

  route(endpoints.getLogsOfDate, ({ caller, query: { id, date } }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    return of(caller, id, async () =>
      answer({ requestedData: await queries.shiftLogOfDate(caller.companyId, id, date, now()) }),
    );
  });

  route(endpoints.getChartData, ({ caller }) => chart(caller, caller.employeeId, caller.timeZone));

  route(endpoints.getChartDataOf, ({ caller, params: { id } }) =>
    of(caller, id, async () => {
      const isOwn = id === caller.employeeId;
      const timeZone = isOwn
        ? caller.timeZone
        : await timeZoneOf({ companyId: caller.companyId, employeeId: id });
      return chart(caller, id, timeZone);
    }),
  );

  async function chart({ companyId }: Principal, employeeId: string, timeZone: string) {
    const at = now();
    const today = localDate(at, timeZone);
    return answer({ requestedData: await queries.weeklyStatsOf(companyId, employeeId, today, at) });
  }

  /** That employee's pages exist while he is one; his rows stay in the log of the company. */
  async function of<Reply>(
    { companyId, employeeId }: Principal,
    id: string,
    read: () => Promise<Answer<Reply>>,
  ): Promise<Answer<Reply>> {
    if (id === employeeId || (await queries.isEmployee(companyId, id))) return read();
    return refuse('noSuchEmployee');
  }
}
