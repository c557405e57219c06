import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import { type LocalDate, localDate } from '#contracts/local-date.ts';
import type { Page, PageWish } from '#contracts/page.ts';
import { pastInScope } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/commands/decision.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import type { Person } from '#platform/person.ts';

/** What the read models know of employees. The deleted are nowhere in it; their figures stay in the logs. */
export type EmployeesQueries = {
  /** The employee with the shift of `today`; undefined when unknown or deleted. `now` is UTC ISO-8601. */
  employeeOfDay(
    companyId: string,
    employeeId: string,
    today: LocalDate,
    now: string,
  ): Promise<endpoints.Employee | undefined>;
  /** The same with what lists show. */
  employeeDetails(
    companyId: string,
    employeeId: string,
    today: LocalDate,
    now: string,
  ): Promise<endpoints.EmployeeDetails | undefined>;
  isEmployee(companyId: string, employeeId: string): Promise<boolean>;
  /** By name; everybody, or the team of one manager. */
  employeesOf(
    companyId: string,
    narrow: { readonly managerId?: string },
    wish: PageWish,
  ): Promise<Page<endpoints.ListedEmployee>>;
};

export type EmployeesRoutesDeps = {
  readonly queries: EmployeesQueries;
  /** The zone of an employee who is not the one asking. */
  readonly timeZoneOf: (person: Person) => Promise<string>;
  readonly clock: Clock;
};

export function employeesRoutes(route: Route, { queries, timeZoneOf, clock }: EmployeesRoutesDeps): void {
  route(endpoints.getEmployee, async ({ caller }) => {
    const now = clock.now().toISOString();
    const today = localDate(now, caller.timeZone);
    const employee = await queries.employeeOfDay(caller.companyId, caller.employeeId, today, now);
    // Deleted since the session was looked at, or not there yet in the past that he looks at.
    if (!employee) return refuse(pastInScope() ? 'noSuchEmployee' : 'notLoggedIn');
    return answer({ requestedData: [employee], subscriptionIsActive: caller.subscriptionIsActive });
  });

  route(endpoints.getEmployeeById, async ({ caller, params: { id: employeeId } }) => {
    const { companyId } = caller;
    const isCaller = employeeId === caller.employeeId;
    const timeZone = isCaller ? caller.timeZone : await timeZoneOf({ companyId, employeeId });
    const now = clock.now().toISOString();
    const found = await queries.employeeDetails(companyId, employeeId, localDate(now, timeZone), now);
    return found ? answer({ requestedData: [found] }) : refuse('noSuchEmployee');
  });

  route(endpoints.getAllEmployees, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.employeesOf(caller.companyId, {}, wish)),
  );

  route(endpoints.getSubordinates, async ({ caller: { companyId }, params: { id: managerId }, query }) => {
    if (!(await queries.isEmployee(companyId, managerId))) return refuse('noSuchEmployee');
    return answerPage(query, BY_NAME, (wish) => queries.employeesOf(companyId, { managerId }, wish));
  });
}
