import { expect, test } from 'vitest';
import type { EmployeeFacts } from '#contracts/events/employee.events.ts';
import { projected } from '#tests/projections/projected.ts';
import { directory } from './directory.projector.ts';

const ada: EmployeeFacts = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  employeeNumber: '7',
  role: 'sales associate',
  type: 'employee',
  managerId: 'grace',
  campaignId: 'spring',
  shiftDuration: null,
};
const added = { type: 'EmployeeAdded', data: { employeeId: 'ada', employee: ada } } as const;

test('an employee is listed with all fields, and changed by an edit', () => {
  const after = { ...ada, role: 'manager', shiftDuration: 8 } as const;
  const edited = { type: 'EmployeeEdited', data: { employeeId: 'ada', before: ada, after } } as const;
  expect(projected(directory, added).rowsOf('employees')).toEqual([
    {
      company_id: 'co',
      employee_id: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      employee_number: '7',
      role: 'sales associate',
      type: 'employee',
      manager_id: 'grace',
      campaign_id: 'spring',
      shift_duration: null,
      deleted: false,
      deleted_at: null,
      since: 1,
    },
  ]);
  const { rowsOf } = projected(directory, added, edited);
  expect(rowsOf('employees')).toMatchObject([
    { role: 'manager', shift_duration: 8, deleted: false, since: 2 },
  ]);
  expect(rowsOf('past_employees')).toMatchObject([{ role: 'sales associate', since: 1, until: 2 }]);
});

test('a deleted employee stays for the history, with the moment of the deletion', () => {
  const deleted = {
    type: 'EmployeeDeleted',
    data: { employeeId: 'ada', before: ada },
    metadata: { at: '2026-11-24T15:00:00.000Z' },
  } as const;
  const { rowsOf } = projected(directory, added, deleted);
  expect(rowsOf('employees')).toMatchObject([
    { first_name: 'Ada', deleted: true, deleted_at: '2026-11-24T15:00:00.000Z', since: 2 },
  ]);
  expect(rowsOf('past_employees')).toMatchObject([
    { first_name: 'Ada', deleted_at: null, since: 1, until: 2 },
  ]);
});
