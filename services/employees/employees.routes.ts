import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import { type LocalDate, localDate } from '#contracts/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';

export type EmployeesQueries = {
  /** The employee with the shift of `today`; undefined when unknown or deleted. `now` is UTC ISO-8601. */
  employeeOfDay(
    companyId: string,
    employeeId: string,
    today: LocalDate,
    now: string,
  ): Promise<endpoints.Employee | undefined>;
};

export type EmployeesRoutesDeps = { queries: EmployeesQueries; clock: Clock };

export function employeesRoutes(route: Route, { queries, clock }: EmployeesRoutesDeps): void {
  route(endpoints.getEmployee, async ({ caller }) => {
    const now = clock.now().toISOString();
    const today = localDate(now, caller.timeZone);
    const employee = await queries.employeeOfDay(caller.companyId, caller.employeeId, today, now);
    // Deleted since the session was looked at.
    if (!employee) return refuse('notLoggedIn');
    return answer({ requestedData: [employee], subscriptionIsActive: caller.subscriptionIsActive });
  });
}
