import type { Employee, EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import * as endpoints from '#contracts/endpoints/employees.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import { rejected } from '#contracts/result.ts';
import type { Clock } from '#platform/clock.ts';
import { answer, type Route } from '#platform/http/call.ts';
import { answerPage, BY_NAME } from '#platform/http/paging.ts';
import { type Person, type TimeZoneOf, timeZoneFor } from '#platform/principal.ts';
import { pastInScope } from '#platform/scope.ts';
import type { Queries } from '#projections/all.queries.ts';

export type EmployeesRoutesDeps = {
  readonly queries: EmployeeOfDayQueries & Pick<Queries, 'isEmployee' | 'listEmployees' | 'todayOf'>;
  /** The time zone of another employee. */
  readonly timeZoneOf: TimeZoneOf;
  readonly clock: Clock;
  /** The email that waits for its proof. */
  readonly pendingEmailOf: (person: Person) => Promise<string | null>;
};

export function employeesRoutes(route: Route, deps: EmployeesRoutesDeps): void {
  const { queries, timeZoneOf, clock } = deps;
  route(endpoints.getEmployee, async ({ caller }) => {
    const now = clock.now().toISOString();
    const today = await queries.todayOf(caller.companyId, caller.employeeId, caller.timeZone, now);
    const employee = await employeeOfDay(queries, caller, today, now);
    // The employee was deleted since the session was checked, or did not exist yet at the `as-of` moment.
    if (!employee) return rejected(pastInScope() ? 'noSuchEmployee' : 'notLoggedIn');
    const { subscriptionIsActive, needsFactor } = caller;
    const due = needsFactor ? ({ factorNeeded: true } as const) : {};
    return answer({ requestedData: [employee], subscriptionIsActive, ...due });
  });

  route(endpoints.getEmployeeById, async ({ caller, params: { id: employeeId }, query }) => {
    const { companyId } = caller;
    const timeZone = await timeZoneFor(caller, employeeId, timeZoneOf);
    const now = clock.now().toISOString();
    const today = await queries.todayOf(companyId, employeeId, timeZone, now);
    const found = await employeeDetails(queries, { companyId, employeeId }, today, now);
    const isWanted = found && (query.former === 'true' || !found.deleted_at);
    if (!isWanted) return rejected('noSuchEmployee');
    const pending = pastInScope() ? null : await deps.pendingEmailOf({ companyId, employeeId });
    return answer({ requestedData: [{ ...found, ...(pending !== null && { pending_email: pending }) }] });
  });

  route(endpoints.getAllEmployees, ({ caller, query }) =>
    answerPage(query, BY_NAME, (wish) =>
      queries.listEmployees(caller.companyId, { former: query.former === 'true' }, wish),
    ),
  );

  route(endpoints.getSubordinates, async ({ caller: { companyId }, params: { id: managerId }, query }) => {
    if (!(await queries.isEmployee(companyId, managerId))) return rejected('noSuchEmployee');
    return answerPage(query, BY_NAME, (wish) => queries.listEmployees(companyId, { managerId }, wish));
  });
}

type EmployeeOfDayQueries = Pick<Queries, 'everEmployeeById' | 'shiftOfDay' | 'salesPerHourOf'>;

/** A present employee with the shift of `today`; undefined when unknown or deleted. `now` is UTC ISO-8601. */
async function employeeOfDay(
  queries: EmployeeOfDayQueries,
  person: Person,
  today: LocalDate,
  now: string,
): Promise<Employee | undefined> {
  const found = await read(queries, person, today, now);
  return found?.entry.deletedAt === null ? found.employee : undefined;
}

/** The same with what lists of employees show, also of a former employee. */
async function employeeDetails(
  queries: EmployeeOfDayQueries,
  person: Person,
  today: LocalDate,
  now: string,
): Promise<EmployeeDetails | undefined> {
  const found = await read(queries, person, today, now);
  if (!found) return undefined;
  const { campaignId: campaign_id, campaignName: campaign_name, goalName: goal_name } = found.entry;
  const { shiftDuration, deletedAt } = found.entry;
  return {
    ...found.employee,
    ...{ campaign_id, campaign_name, goal_name, default_shift_duration: shiftDuration ?? 'N/A' },
    ...(deletedAt !== null && { deleted_at: deletedAt }),
  };
}

async function read(
  queries: EmployeeOfDayQueries,
  { companyId, employeeId }: Person,
  today: LocalDate,
  now: string,
) {
  const [entry, shift, rate] = await Promise.all([
    queries.everEmployeeById(companyId, employeeId),
    queries.shiftOfDay(companyId, employeeId, today),
    queries.salesPerHourOf(companyId, employeeId, today, now),
  ]);
  return entry && { entry, employee: reply(entry, today, shift, rate) };
}

type Entry = NonNullable<Awaited<ReturnType<Queries['everEmployeeById']>>>;
type Shift = Awaited<ReturnType<Queries['shiftOfDay']>>;

function reply(entry: Entry, today: LocalDate, shift: Shift, rate: number | 'N/A'): Employee {
  return {
    id: entry.id,
    first_name: entry.firstName,
    last_name: entry.lastName,
    email: entry.email,
    employee_number: entry.employeeNumber,
    employee_role: entry.role,
    employee_type: entry.type,
    company_id: entry.companyId,
    manger_id: entry.managerId,
    emp_campaign_id: entry.campaignId,
    campaignname: entry.campaignName,
    hourlysales: entry.hourlySales,
    hourlydecisions: entry.hourlyDecisions,
    login_date: today,
    login_time: shift?.startedAt ?? null,
    timezone: shift?.startZone ?? null,
    start_reason: shift?.startReason ?? null,
    // Today's shift has its own duration, or none; the default of the employee is for the next shift.
    shift_duration: (shift ? shift.setDuration : entry.shiftDuration) ?? 'N/A',
    sales_per_hour: rate,
  };
}
