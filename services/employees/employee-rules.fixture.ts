import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { specify } from '#tests/support/given-when-then.ts';
import { employeeDecider } from './employee.decider.ts';
import type { EmployeeInput } from './employee-fields.ts';

export const given = specify(employeeDecider('ada'));
export const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const campaignAdded = (campaignId: string): OrganizationEvent => ({
  type: 'CampaignAdded',
  data: { campaignId, entryDate: '2026-11-20', campaign },
});
export const spring = campaignAdded('spring');
export const springDeleted: OrganizationEvent = {
  type: 'CampaignDeleted',
  data: { campaignId: 'spring', before: campaign },
};

export const ada: EmployeeFacts = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  employeeNumber: '7',
  role: 'sales associate',
  type: 'employee',
  managerId: 'mia',
  campaignId: 'spring',
  shiftDuration: 8,
};
export const mia: EmployeeFacts = {
  ...ada,
  firstName: 'Mia',
  email: 'mia@example.com',
  role: 'manager',
  managerId: null,
};
export const hired: OrganizationEvent = { type: 'EmployeeAdded', data: { employeeId: 'ada', employee: ada } };
export const manager: OrganizationEvent = {
  type: 'EmployeeAdded',
  data: { employeeId: 'mia', employee: mia },
};
export const fired: OrganizationEvent = { type: 'EmployeeDeleted', data: { employeeId: 'ada', before: ada } };

const form: EmployeeInput = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: ' Ada@Example.com ',
  employeeNumber: '7',
  role: 'sales associate',
  campaignId: 'spring',
  managerId: 'mia',
  shiftDuration: '8',
};
export const add = (input: EmployeeInput = {}) =>
  ({ type: 'AddEmployee', input: { ...form, ...input } }) as const;
export const edit = (input: EmployeeInput, actorId: string | null = 'mia') =>
  ({ type: 'EditEmployee', input, actorId }) as const;
export const prove = (email: string, requestedBy: string) =>
  ({ type: 'ChangeEmail', email, requestedBy }) as const;
export const remove = (actorId: string | null = 'mia') => ({ type: 'DeleteEmployee', actorId }) as const;
export const required = { role: 'sales associate', campaignId: 'spring' };
