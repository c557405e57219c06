import type { Employee } from '#contracts/endpoints/employees.endpoints.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';

export function anEmployee(changed: Partial<Employee> = {}): Employee {
  return {
    id: 'e1',
    first_name: 'Priya',
    last_name: 'Raman',
    email: 'priya@example.test',
    employee_number: 'N-1',
    employee_role: 'sales associate',
    employee_type: 'employee',
    company_id: 'c1',
    manger_id: null,
    emp_campaign_id: 'solar',
    campaignname: 'Solar Roofs',
    hourlysales: 2,
    hourlydecisions: 5,
    login_date: '2026-03-02',
    login_time: '2026-03-02T13:00:00.000Z',
    timezone: 'America/Toronto',
    start_reason: 'login',
    shift_duration: 8,
    sales_per_hour: 0,
    ...changed,
  };
}

/** Half a shift of that employee, as live news has it. */
export function ownFigures(changed: Partial<OwnFigures> = {}): OwnFigures {
  return {
    employeeId: 'e1',
    date: '2026-03-02',
    totalCommission: 1000,
    todayCommission: 120.5,
    todaySales: 3,
    salesPerHour: 1.5,
    shiftDuration: 8,
    loginTime: '2026-03-02T13:00:00.000Z',
    timezone: 'America/Toronto',
    startReason: 'login',
    hourlySales: 2,
    hourlyDecisions: 5,
    ...changed,
  };
}

export function aRow(employeeId: string, changed: Partial<BillboardRow> = {}): BillboardRow {
  return {
    id: `shift ${employeeId}`,
    employee_id: employeeId,
    first_name: employeeId,
    last_name: 'Test',
    campaign_name: 'Solar Roofs',
    login_date: '2026-03-02',
    login_time: '2026-03-02T13:00:00.000Z',
    timezone: 'America/Toronto',
    current_timezone: 'America/Toronto',
    shift_duration: 8,
    sales: 0,
    sales_per_hour: 0,
    commission: 0,
    ...changed,
  };
}
