import { type Static, Type } from 'typebox';
import { EMPLOYEE_ROLES, EMPLOYEE_TYPES } from '../employee-kinds.ts';
import { added, changesOf, edited, inCampaign, type Labels, removed } from '../history/description.ts';
import { event } from './event.ts';

/** Passwords never enter an event; they live with the auth slice. */
export const EmployeeFacts = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  employeeNumber: Type.String(),
  role: Type.Enum([...EMPLOYEE_ROLES]),
  type: Type.Enum([...EMPLOYEE_TYPES]),
  managerId: Type.Union([Type.String(), Type.Null()]),
  /** Null only for the super employee before the first campaign exists. */
  campaignId: Type.Union([Type.String(), Type.Null()]),
  /** Default duration of new shifts in hours (0–9); null until it is set. */
  shiftDuration: Type.Union([Type.Integer(), Type.Null()]),
});
export type EmployeeFacts = Static<typeof EmployeeFacts>;

const labels: Labels<EmployeeFacts> = {
  firstName: ['First name', 'text'],
  lastName: ['Last name', 'text'],
  email: ['Email', 'text'],
  employeeNumber: ['Employee number', 'text'],
  role: ['Role', 'text'],
  type: ['Type', 'text'],
  managerId: ['Manager', 'person'],
  campaignId: ['Campaign', 'campaign'],
  shiftDuration: ['Shift duration', 'hours'],
};

const personal = ['firstName', 'lastName', 'email', 'employeeNumber'];
const employeeId = Type.String();

function nameOf({ firstName, lastName }: EmployeeFacts): string {
  return `${firstName} ${lastName}`;
}

export const employeeEvents = {
  EmployeeAdded: event({
    data: Type.Object({ employeeId, employee: EmployeeFacts }),
    personal: { within: { employee: personal } },
    history: {
      kind: 'employee',
      subject: ({ employeeId, employee }) => inCampaign(employeeId, employeeId, employee),
      describe: ({ employee }) =>
        added('Employee added', nameOf(employee), changesOf(labels, null, employee)),
    },
  }),
  EmployeeEdited: event({
    data: Type.Object({ employeeId, before: EmployeeFacts, after: EmployeeFacts }),
    personal: { within: { before: personal, after: personal } },
    history: {
      kind: 'employee',
      subject: ({ employeeId, before, after }) => inCampaign(employeeId, employeeId, after, before),
      describe: ({ before, after }) =>
        edited('Employee edited', nameOf(after), changesOf(labels, before, after)),
    },
  }),
  EmployeeDeleted: event({
    data: Type.Object({ employeeId, before: EmployeeFacts }),
    personal: { within: { before: personal } },
    history: {
      kind: 'employee',
      subject: ({ employeeId, before }) => inCampaign(employeeId, employeeId, before),
      describe: ({ before }) => removed('Employee deleted', nameOf(before), changesOf(labels, before, null)),
    },
  }),
} as const;
