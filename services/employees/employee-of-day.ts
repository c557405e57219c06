import type { Employee, EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import type { LocalDate } from '#contracts/local-date.ts';
import type { Person } from '#platform/person.ts';
import type { Queries } from '#projections/all.queries.ts';

export type EmployeeOfDayQueries = Pick<Queries, 'employeeById' | 'shiftOfDay' | 'salesPerHourOf'>;

/** A present employee with the shift of `today`; undefined when unknown or deleted. `now` is UTC ISO-8601. */
export async function employeeOfDay(
  queries: EmployeeOfDayQueries,
  person: Person,
  today: LocalDate,
  now: string,
): Promise<Employee | undefined> {
  return (await read(queries, person, today, now))?.employee;
}

/** The same with what lists of employees show. */
export async function employeeDetails(
  queries: EmployeeOfDayQueries,
  person: Person,
  today: LocalDate,
  now: string,
): Promise<EmployeeDetails | undefined> {
  const found = await read(queries, person, today, now);
  if (!found) return undefined;
  const { campaignId: campaign_id, campaignName: campaign_name, goalName: goal_name } = found.entry;
  return { ...found.employee, campaign_id, campaign_name, goal_name };
}

async function read(
  queries: EmployeeOfDayQueries,
  { companyId, employeeId }: Person,
  today: LocalDate,
  now: string,
) {
  const [entry, shift, rate] = await Promise.all([
    queries.employeeById(companyId, employeeId),
    queries.shiftOfDay(companyId, employeeId, today),
    queries.salesPerHourOf(companyId, employeeId, today, now),
  ]);
  return entry && { entry, employee: reply(entry, shift, rate) };
}

type Entry = NonNullable<Awaited<ReturnType<Queries['employeeById']>>>;
type Shift = Awaited<ReturnType<Queries['shiftOfDay']>>;

function reply(entry: Entry, shift: Shift, rate: number | 'N/A'): Employee {
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
    login_time: shift?.startedAt ?? null,
    // Today's shift has its own duration, or none; the default of the employee is for the next shift.
    shift_duration: (shift ? shift.setDuration : entry.shiftDuration) ?? 'N/A',
    sales_per_hour: rate,
  };
}
