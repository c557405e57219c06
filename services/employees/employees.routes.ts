import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import { localDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import { pastInScope } from '#platform/as-of-scope.ts';
import type { Clock } from '#platform/clock.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import type { Person } from '#platform/person.ts';
import { timeZoneFor } from '#platform/principal.ts';
import type { Queries } from '#projections/all.queries.ts';
import { type EmployeeOfDayQueries, employeeDetails, employeeOfDay } from './employee-of-day.ts';

export type EmployeesRoutesDeps = {
  readonly queries: EmployeeOfDayQueries & Pick<Queries, 'isEmployee' | 'listEmployees'>;
  /** The time zone of another employee. */
  readonly timeZoneOf: (person: Person) => Promise<string>;
  readonly clock: Clock;
};

export function employeesRoutes(route: Route, { queries, timeZoneOf, clock }: EmployeesRoutesDeps): void {
  route(endpoints.getEmployee, async ({ caller }) => {
    const now = clock.now().toISOString();
    const today = localDate(now, caller.timeZone);
    const employee = await employeeOfDay(queries, caller, today, now);
    // The employee was deleted since the session was checked, or did not exist yet at the `as-of` moment.
    if (!employee) return rejected(pastInScope() ? 'noSuchEmployee' : 'notLoggedIn');
    return answer({ requestedData: [employee], subscriptionIsActive: caller.subscriptionIsActive });
  });

  route(endpoints.getEmployeeById, async ({ caller, params: { id: employeeId } }) => {
    const { companyId } = caller;
    const timeZone = await timeZoneFor(caller, employeeId, timeZoneOf);
    const now = clock.now().toISOString();
    const found = await employeeDetails(queries, { companyId, employeeId }, localDate(now, timeZone), now);
    return found ? answer({ requestedData: [found] }) : rejected('noSuchEmployee');
  });

  route(endpoints.getAllEmployees, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) => queries.listEmployees(caller.companyId, {}, wish)),
  );

  route(endpoints.getSubordinates, async ({ caller: { companyId }, params: { id: managerId }, query }) => {
    if (!(await queries.isEmployee(companyId, managerId))) return rejected('noSuchEmployee');
    return answerPage(query, BY_NAME, (wish) => queries.listEmployees(companyId, { managerId }, wish));
  });
}
