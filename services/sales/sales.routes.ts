import * as endpoints from '#contracts/endpoints/sales.endpoints.ts';
import { isLocalDate, type LocalDate, localDate } from '#contracts/local-date.ts';
import { centsToNumber } from '#contracts/money.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { isManager, type Principal } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';

/** Sorted by local date, then by the position of the sale in the log. */
const NEWEST_FIRST = ['date', 'integer'] as const;

export type SalesQueries = Pick<
  Queries,
  'salesOfEmployee' | 'commissionOf' | 'salesPerHourOf' | 'isEmployee'
>;

export type SalesRoutesDeps = {
  queries: SalesQueries;
  /** Sends the current rate of this employee and date to the screens that show it. */
  announceRate(caller: Principal, date: LocalDate): void;
  clock: Clock;
};

/** The routes that read sales; sale-changes.routes.ts has those that change them. */
export function salesRoutes(route: Route, deps: SalesRoutesDeps): void {
  const { queries, clock } = deps;

  route(endpoints.getAllSales, ({ caller, query }) =>
    ofWhom(caller, query.employeeId, queries, (employeeId) =>
      answerPage(query, NEWEST_FIRST, (wish) => queries.salesOfEmployee(caller.companyId, employeeId, wish)),
    ),
  );

  route(endpoints.getSalesOfDate, ({ caller, query, params: { date } }) => {
    if (!isLocalDate(date)) return rejected('invalidDate');
    return ofWhom(caller, query.employeeId, queries, (employeeId) =>
      answerPage(query, NEWEST_FIRST, (wish) =>
        queries.salesOfEmployee(caller.companyId, employeeId, { ...wish, date }),
      ),
    );
  });

  route(endpoints.updateSalesPerHour, async ({ caller }) => {
    const now = clock.now().toISOString();
    const date = localDate(now, caller.timeZone);
    const salesPerHour = await queries.salesPerHourOf(caller.companyId, caller.employeeId, date, now);
    deps.announceRate(caller, date);
    return answer({ success: true, salesPerHour });
  });

  route(endpoints.getCommission, ({ caller, params, query: { date, from, to } }) => {
    const narrow = { from: date ?? from, to: date ?? to };
    if (![date, from, to].every((each) => each === undefined || isLocalDate(each)))
      return rejected('invalidDate');
    return ofWhom(caller, params.id, queries, async (employeeId) => {
      const cents = await queries.commissionOf(caller.companyId, employeeId, narrow);
      return answer({ commission: centsToNumber(cents) });
    });
  });
}

/** The caller, or the employee of the company that a manager names. */
async function ofWhom<Reply>(
  caller: Principal,
  named: string | undefined,
  queries: Pick<SalesQueries, 'isEmployee'>,
  read: (employeeId: string) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  if (named === undefined || named === caller.employeeId) return read(caller.employeeId);
  if (!isManager(caller)) return rejected('restricted');
  return (await queries.isEmployee(caller.companyId, named)) ? read(named) : rejected('noSuchEmployee');
}
