import { type Static, Type } from 'typebox';
import { EMPLOYEE_ROLES, EMPLOYEE_TYPES } from '../events/employee.events.ts';
import { endpoint } from './endpoint.ts';
import { SalesPerHour } from './fields.ts';

/** The signed-in employee, with the field names of the specification (`manger_id` included). */
export const Employee = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  employee_number: Type.String(),
  employee_role: Type.Enum([...EMPLOYEE_ROLES]),
  employee_type: Type.Enum([...EMPLOYEE_TYPES]),
  company_id: Type.String(),
  manger_id: Type.Union([Type.String(), Type.Null()]),
  emp_campaign_id: Type.Union([Type.String(), Type.Null()]),
  campaignname: Type.Union([Type.String(), Type.Null()]),
  /** Of the campaign's goal; null without a campaign. */
  hourlysales: Type.Union([Type.Number(), Type.Null()]),
  hourlydecisions: Type.Union([Type.Number(), Type.Null()]),
  /** Start of the shift of today in the employee's time zone, UTC ISO-8601. */
  login_time: Type.Union([Type.String(), Type.Null()]),
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')]),
  sales_per_hour: SalesPerHour,
});
export type Employee = Static<typeof Employee>;

export const getEmployee = endpoint({
  method: 'GET',
  path: '/employees/getemployee',
  summary: 'The signed-in employee',
  tag: 'Employees',
  access: 'employee',
  openToInactive: true,
  reply: Type.Object({ requestedData: Type.Array(Employee), subscriptionIsActive: Type.Boolean() }),
  misfit: 'malformed',
});
