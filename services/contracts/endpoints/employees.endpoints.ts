import { type Static, Type } from 'typebox';
import { EMPLOYEE_ROLES, EMPLOYEE_TYPES } from '../employee-kinds.ts';
import { endpoint } from './endpoint.ts';
import {
  accountState,
  ClockTime,
  DateText,
  done,
  HoursOrText,
  Id,
  listOf,
  namePageFields,
  OrNull,
  SalesPerHour,
  ShortText,
  StartReason,
  TimeZoneOfTime,
} from './fields.ts';

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
  manger_id: OrNull(Type.String),
  emp_campaign_id: OrNull(Type.String),
  campaignname: OrNull(Type.String),
  /** From the goal of the campaign; null without a campaign. */
  hourlysales: OrNull(Type.Number),
  hourlydecisions: OrNull(Type.Number),
  /** The employee's today: that of their row on the board of now, else of the zone of their latest sign-in. */
  login_date: Type.String({ description: 'yyyy-mm-dd' }),
  /** Start of today's shift, UTC ISO-8601. */
  login_time: OrNull(Type.String),
  timezone: TimeZoneOfTime,
  start_reason: StartReason,
  shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')]),
  sales_per_hour: SalesPerHour,
});
export type Employee = Static<typeof Employee>;

/** An employee in a list. */
export const ListedEmployee = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  employee_role: Type.Enum([...EMPLOYEE_ROLES]),
  employee_number: Type.String(),
  campaign_id: OrNull(Type.String),
  campaign_name: OrNull(Type.String),
  goal_name: OrNull(Type.String),
  deleted_at: Type.Optional(Type.String({ description: 'UTC ISO-8601; of a former employee only' })),
});
export type ListedEmployee = Static<typeof ListedEmployee>;

/** An employee on their own page, present or former: the fields of the lists and of the session user. */
export const EmployeeDetails = Type.Object({
  ...Employee.properties,
  ...ListedEmployee.properties,
  pending_email: Type.Optional(
    Type.String({
      description: 'the email that a manager entered, until it is proven; not of another moment',
    }),
  ),
  default_shift_duration: Type.Union([Type.Number(), Type.Literal('N/A')], {
    description: 'hours of new shifts; `shift_duration` is that of a shift of today',
  }),
});
export type EmployeeDetails = Static<typeof EmployeeDetails>;

const tag = 'Employees';
const former = Type.Optional(Type.Literal('true'));
const employeeFields = {
  firstName: Type.Optional(ShortText),
  lastName: Type.Optional(ShortText),
  username: Type.Optional(Type.String({ description: 'the email' })),
  employeeRole: Type.Optional(Type.String({ description: '`sales associate` or `manager`' })),
  employeeNumber: Type.Optional(ShortText),
  shiftDuration: Type.Optional(HoursOrText),
  campaign: Type.Optional(Type.String({ description: 'name of the campaign; not used' })),
  campaignId: Type.Optional(Type.String({ maxLength: 64 })),
  managerId: Type.Optional(Type.String({ maxLength: 64 })),
};
const employeeRefusals = [
  ...(['roleOrCampaignEmpty', 'invalidRole', 'incompleteFields', 'invalidEmail'] as const),
  ...(['emailTaken', 'invalidDuration', 'noSuchCampaign', 'noSuchManager'] as const),
] as const;

const editRefusals = [
  ...(['superEmployeeIsManager', 'noSuchEmployee', 'ownEmail'] as const),
  ...(['restricted', 'tooManyRequests'] as const),
] as const;

export const getEmployee = endpoint({
  method: 'GET',
  path: '/employees/getemployee',
  summary: 'The signed-in employee',
  tag,
  asOf: true,
  reply: Type.Object({ requestedData: Type.Array(Employee), ...accountState }),
  onInvalidInput: 'malformed',
  refusals: ['noSuchEmployee'],
});

export const getEmployeeById = endpoint({
  method: 'GET',
  path: '/employees/getemployee/{id}',
  summary: 'One employee with the shift of their present local date; with `former=true` also a deleted one',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object({ former }),
  reply: Type.Object({ requestedData: Type.Array(EmployeeDetails) }),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchEmployee'],
});

export const getAllEmployees = endpoint({
  method: 'GET',
  path: '/employees/getemployees/all',
  summary: 'Everybody in the company, by name; or the deleted employees, whose sales and shifts stay',
  tag,
  asOf: true,
  query: Type.Object({ former, ...namePageFields }),
  reply: listOf(ListedEmployee),
  onInvalidInput: 'failedFetch',
});

export const getSubordinates = endpoint({
  method: 'GET',
  path: '/employees/getsubordinates/{id}',
  summary: 'The team of a manager, by name',
  tag,
  asOf: true,
  params: Type.Object({ id: Id }),
  query: Type.Object(namePageFields),
  reply: listOf(ListedEmployee),
  onInvalidInput: 'failedFetch',
  refusals: ['noSuchEmployee'],
});

export const addEmployee = endpoint({
  method: 'POST',
  path: '/employees/addemployee',
  summary: 'Add an employee, who is invited by mail, and can sign in at once with a password that is sent',
  tag,
  waitsLikeRead: true,
  body: Type.Object({
    ...employeeFields,
    password: Type.Optional(Type.String({ description: 'a first one: 8 to 128 characters, or empty' })),
  }),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(ListedEmployee) }),
  onInvalidInput: 'failedAdd',
  refusals: [...employeeRefusals, 'tooShort', 'tooLong', 'commonPassword'],
});

export const editEmployee = endpoint({
  method: 'PATCH',
  path: '/employees/editemployee/{id}',
  summary:
    'Edit an employee; what is not sent stays, role and campaign must be sent; a new email waits for proof',
  tag,
  waitsLikeRead: true,
  params: Type.Object({ id: Id }),
  body: Type.Object(employeeFields),
  reply: Type.Object({ message: Type.String(), requestedData: Type.Array(ListedEmployee) }),
  onInvalidInput: 'failedEdit',
  refusals: [...employeeRefusals, ...editRefusals],
});

export const deleteEmployee = endpoint({
  method: 'DELETE',
  path: '/employees/delete/{id}',
  summary: 'Delete an employee: sessions end at once, the history stays, the email is free again',
  tag,
  params: Type.Object({ id: Id }),
  reply: done,
  onInvalidInput: 'couldNotDeleteEmployee',
  refusals: ['noSuchEmployee', 'superEmployeeStays', 'notYourself'],
});

export const editShiftDuration = endpoint({
  method: 'PATCH',
  path: '/employees/edit/shiftduration',
  aliases: ['/employees/edit/shiftDuration'],
  summary: "The duration in hours of the caller's shift of today and of their new shifts",
  tag,
  waitsLikeRead: true,
  body: Type.Object({ shiftDuration: HoursOrText }),
  reply: Type.Object({ message: Type.String(), newDuration: Type.Integer(), salesPerHour: SalesPerHour }),
  onInvalidInput: 'invalidDuration',
  refusals: ['invalidDuration'],
});
const startReply = Type.Object({
  message: Type.String(),
  loginTime: Type.String({ description: 'UTC ISO-8601' }),
  salesPerHour: SalesPerHour,
});

export const editShiftStart = endpoint({
  method: 'PATCH',
  path: '/employees/edit/shiftstart',
  summary: "Corrects when the caller's shift of today began",
  tag,
  waitsLikeRead: true,
  body: Type.Object({ loginTime: ClockTime }),
  reply: startReply,
  onInvalidInput: 'failedEdit',
  refusals: ['futureShift', 'startAfterEnd', 'noSuchShift'],
});

export const editShiftStartOf = endpoint({
  method: 'PATCH',
  path: '/employees/edit/shiftstart/manager',
  summary: "Corrects when an employee's shift of any local date began",
  tag,
  waitsLikeRead: true,
  body: Type.Object({ employeeId: Id, loginDate: DateText, loginTime: ClockTime }),
  reply: startReply,
  onInvalidInput: 'failedEdit',
  refusals: ['invalidDate', 'futureShift', 'startAfterEnd', 'noSuchEmployee', 'noSuchShift'],
});

export const editShiftDurationOf = endpoint({
  method: 'PATCH',
  path: '/employees/edit/shiftDuration/manager',
  aliases: ['/employees/edit/shiftduration/manager'],
  summary:
    "The duration in hours of an employee's shift of any local date. With a `loginTime` it adds the shift of a date that " +
    'has none, and refuses one that has begun',
  tag,
  waitsLikeRead: true,
  body: Type.Object({
    shiftDuration: HoursOrText,
    employeeId: Id,
    loginDate: DateText,
    loginTime: Type.Optional(ClockTime),
  }),
  reply: Type.Object({ message: Type.String(), newDuration: Type.Integer(), salesPerHour: SalesPerHour }),
  onInvalidInput: 'failedEdit',
  refusals: ['invalidDuration', 'invalidDate', 'futureShift', 'noSuchEmployee', 'noSuchShift', 'shiftExists'],
});
