import { expect, it } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import type { OrganizationEvent } from '#contracts/events/organization.events.ts';
import { stateAfter } from '#tests/support/given-when-then.ts';
import { organization, there } from './organization.fold.ts';

const entryDate = '2026-11-20';
const goal = { name: 'Steady', hourlySales: 2, hourlyDecisions: 5 };
const campaign = { name: 'Spring', commissionPercent: 10, taxPercent: 13, goalId: 'g1' };
const employee: EmployeeFacts = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', employeeNumber: '7' },
  ...{ role: 'manager', type: 'employee', managerId: null, campaignId: 'c1', shiftDuration: null },
};
const added: readonly OrganizationEvent[] = [
  { type: 'GoalAdded', data: { goalId: 'g1', entryDate, goal } },
  { type: 'CampaignAdded', data: { campaignId: 'c1', entryDate, campaign } },
  { type: 'EmployeeAdded', data: { employeeId: 'e1', employee } },
];
const edited: readonly OrganizationEvent[] = [
  { type: 'GoalEdited', data: { goalId: 'g1', before: goal, after: { ...goal, name: 'Better' } } },
  {
    type: 'CampaignEdited',
    data: { campaignId: 'c1', before: campaign, after: { ...campaign, name: 'May' } },
  },
  {
    type: 'EmployeeEdited',
    data: { employeeId: 'e1', before: employee, after: { ...employee, lastName: 'B' } },
  },
];
const deleted: readonly OrganizationEvent[] = [
  { type: 'GoalDeleted', data: { goalId: 'g1', before: goal } },
  { type: 'CampaignDeleted', data: { campaignId: 'c1', before: campaign } },
  { type: 'EmployeeDeleted', data: { employeeId: 'e1', before: employee } },
];
const after = (...events: readonly OrganizationEvent[]) => stateAfter({ fold: organization }, ...events);

it('an organization has what was added, as it was last edited', () => {
  // It is stored like this: another state, from the same events, needs another version.
  expect(organization.stored).toEqual({ name: 'organization', version: 2 });
  const isDeleted = false;
  expect(after(...added)).toEqual({
    goals: new Map([['g1', { facts: goal, entryDate, isDeleted }]]),
    campaigns: new Map([['c1', { facts: campaign, entryDate, isDeleted }]]),
    employees: new Map([['e1', { facts: employee, isDeleted }]]),
  });
  expect(after(...added, ...edited)).toEqual({
    goals: new Map([['g1', { facts: { ...goal, name: 'Better' }, entryDate, isDeleted }]]),
    campaigns: new Map([['c1', { facts: { ...campaign, name: 'May' }, entryDate, isDeleted }]]),
    employees: new Map([['e1', { facts: { ...employee, lastName: 'B' }, isDeleted }]]),
  });
});

it('what was deleted keeps its last facts, and an employee none about the person', () => {
  const { goals, campaigns, employees } = after(...added, ...edited, ...deleted);
  expect(goals.get('g1')).toMatchObject({ facts: { name: 'Better' }, isDeleted: true });
  expect(campaigns.get('c1')).toMatchObject({ facts: { name: 'May' }, isDeleted: true });
  const nameless = { firstName: '', lastName: '', email: '', employeeNumber: '' };
  expect(employees.get('e1')).toEqual({ facts: { ...employee, ...nameless }, isDeleted: true });
});

it('what was never added is not there', () => {
  const state = after(...edited, ...deleted);
  expect(state).toEqual(organization.empty());
  expect(() => there(state.goals, 'g1')).toThrow('left nothing under the id g1');
});
