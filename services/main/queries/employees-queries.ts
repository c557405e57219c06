import type { Kysely } from 'kysely';
import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import { campaignNames } from '#projections/directory/campaign-names.queries.ts';
import { type DirectoryEntry, employeeById, isEmployee } from '#projections/directory/directory.queries.ts';
import { listEmployees } from '#projections/directory/directory-lists.queries.ts';
import { type Shift, shiftOfDay } from '#projections/logs/logs.queries.ts';
import { openShiftDates } from '#projections/logs/open-shift-dates.queries.ts';
import type { ReadModels } from '#projections/read-models.ts';
import { salesPerHourOf } from '#projections/sales-per-hour/sales-per-hour.queries.ts';
import type { EmployeeChangesDeps } from '#services/employees/employee-changes.routes.ts';
import type { EmployeesQueries } from '#services/employees/employees.routes.ts';

/** What employees ask, answered by the directory and the figures of the day. */
export function createEmployeesQueries(
  db: Kysely<ReadModels>,
): EmployeesQueries & EmployeeChangesDeps['queries'] {
  async function onDay(companyId: string, employeeId: string, today: string, now: string) {
    const [entry, shift, rate] = await Promise.all([
      employeeById(db, companyId, employeeId),
      shiftOfDay(db, companyId, employeeId, today),
      salesPerHourOf(db, companyId, employeeId, today, now),
    ]);
    return entry && { entry, employee: employeeReply(entry, shift, rate) };
  }
  return {
    employeeOfDay: async (companyId, employeeId, today, now) =>
      (await onDay(companyId, employeeId, today, now))?.employee,
    employeeDetails: async (companyId, employeeId, today, now) => {
      const found = await onDay(companyId, employeeId, today, now);
      if (!found) return undefined;
      const { campaignId: campaign_id, campaignName: campaign_name, goalName: goal_name } = found.entry;
      return { ...found.employee, campaign_id, campaign_name, goal_name };
    },
    isEmployee: (companyId, employeeId) => isEmployee(db, companyId, employeeId),
    employeesOf: (companyId, narrow, wish) => listEmployees(db, companyId, narrow, wish),
    campaignNames: (companyId, campaignId) => campaignNames(db, companyId, campaignId),
    openShiftDates: (companyId, employeeId) => openShiftDates(db, companyId, employeeId),
  };
}

function employeeReply(entry: DirectoryEntry, shift: Shift | undefined, rate: number | 'N/A'): Employee {
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
    // The shift of today has its own, also none; the standing one is for the next.
    shift_duration: (shift ? shift.setDuration : entry.shiftDuration) ?? 'N/A',
    sales_per_hour: rate,
  };
}
