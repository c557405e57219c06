import { type Static, Type } from 'typebox';
import { EMPLOYEE_ROLES, EMPLOYEE_TYPES } from '../employee-kinds.ts';
import {
  added,
  change,
  changesOf,
  edited,
  happened,
  inCampaign,
  type Labels,
  removed,
} from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

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

const ofPerson = (employeeId: string) => change('employeeId', 'Employee', 'person', null, employeeId);

/** What becomes of a wish to have one's personal data erased. The history calls the person by the id alone. */
const ofErasure = (title: string) =>
  event({
    data: Type.Object({ employeeId }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'employee',
      subject: ({ employeeId }) => inCampaign(employeeId, employeeId, { campaignId: null }),
      describe: ({ employeeId }) => happened(title, 'personal data', [ofPerson(employeeId)]),
    },
  });

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
  EmployeeErasureRequested: ofErasure('Erasure of personal data asked for'),
  EmployeeErasureWithdrawn: ofErasure('Erasure of personal data no longer wanted'),
  EmployeeErasureRefused: event({
    data: Type.Object({ employeeId, reason: Type.String() }),
    personal: { own: ['reason'] },
    history: {
      kind: 'employee',
      subject: ({ employeeId }) => inCampaign(employeeId, employeeId, { campaignId: null }),
      describe: ({ employeeId, reason }) =>
        happened('Erasure of personal data refused', 'personal data', [
          ofPerson(employeeId),
          change('reason', 'Reason', 'text', null, reason),
        ]),
    },
  }),
  /** From then on the program erases the data of this former employee. */
  EmployeeErasureOrdered: ofErasure('Erasure of personal data ordered'),
  EmployeeErased: ofErasure('Personal data erased'),
} as const;
