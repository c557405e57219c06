import * as endpoints from '#contracts/endpoints/sales.endpoints.ts';
import { isLocalDate, type LocalDate, localDate } from '#contracts/local-date.ts';
import { type Cents, centsToNumber } from '#contracts/money.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { type Answer, answer, type Route } from '#platform/http/call.ts';
import { answerPage } from '#platform/http/paging.ts';
import { isManager, type Principal } from '#platform/principal.ts';

/** What the read models know of sales. Every question names the company of the one who asks. */
export type SalesQueries = {
  /** Newest first. */
  salesOf(
    companyId: string,
    employeeId: string,
    narrow: PageWish & { date?: LocalDate },
  ): Promise<Page<endpoints.Sale>>;
  commissionOf(
    companyId: string,
    employeeId: string,
    narrow: { from?: LocalDate | undefined; to?: LocalDate | undefined },
  ): Promise<Cents>;
  /** As of `now` (UTC ISO-8601); N/A without a shift that counts. */
  salesPerHourOf(
    companyId: string,
    employeeId: string,
    date: LocalDate,
    now: string,
  ): Promise<number | 'N/A'>;
  isEmployee(companyId: string, employeeId: string): Promise<boolean>;
};

/** By local date, then by the place of the sale in the history. */
const NEWEST_FIRST = ['date', 'integer'] as const;

export type SalesRoutesDeps = {
  queries: SalesQueries;
  /** Screens that show this person's rate of that day are to show it anew. */
  announceRate(caller: Principal, date: LocalDate): void;
  clock: Clock;
};

/** What people read of sales; see sale-changes for what they write. */
export function salesRoutes(route: Route, deps: SalesRoutesDeps): void {
  const { queries, clock } = deps;

  route(endpoints.getAllSales, ({ caller, query }) =>
    ofWhom(caller, query.employeeId, queries, (employeeId) =>
      answerPage(query, NEWEST_FIRST, (wish) => queries.salesOf(caller.companyId, employeeId, wish)),
    ),
  );

  route(endpoints.getSalesOfDate, ({ caller, query, params: { date } }) => {
    if (!isLocalDate(date)) return refuse('invalidDate');
    return ofWhom(caller, query.employeeId, queries, (employeeId) =>
      answerPage(query, NEWEST_FIRST, (wish) =>
        queries.salesOf(caller.companyId, employeeId, { ...wish, date }),
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
      return refuse('invalidDate');
    return ofWhom(caller, params.id, queries, async (employeeId) => {
      const cents = await queries.commissionOf(caller.companyId, employeeId, narrow);
      return answer({ commission: centsToNumber(cents) });
    });
  });
}

/** The caller himself, or, for a manager, the employee of his company that he names. */
async function ofWhom<Reply>(
  caller: Principal,
  named: string | undefined,
  queries: Pick<SalesQueries, 'isEmployee'>,
  read: (employeeId: string) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  if (named === undefined || named === caller.employeeId) return read(caller.employeeId);
  if (!isManager(caller)) return refuse('restricted');
  return (await queries.isEmployee(caller.companyId, named)) ? read(named) : refuse('noSuchEmployee');
}
