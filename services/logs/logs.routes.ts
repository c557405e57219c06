import * as endpoints from '#contracts/endpoints/logs.endpoints.ts';
import { isLocalDate, type LocalDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';

export type LogsQueries = {
  /** `now` is UTC ISO-8601; rates of open shifts are as of then. */
  billboardOfDay(companyId: string, date: LocalDate, now: string): Promise<endpoints.BillboardRow[]>;
};

export function logsRoutes(route: Route, { queries, clock }: { queries: LogsQueries; clock: Clock }): void {
  route(endpoints.getDailyLogs, async ({ caller, params: { date } }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    const now = clock.now().toISOString();
    return answer({ requestedData: await queries.billboardOfDay(caller.companyId, date, now) });
  });
}
