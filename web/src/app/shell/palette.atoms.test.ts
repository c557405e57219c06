import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { searchChoices } from '../../ui/choices.ts';
import { destinationsAtom } from './palette.atoms.ts';

const listed = (id: string, first_name: string, employee_number: string) =>
  ({ id, first_name, last_name: 'Abel', employee_number }) as ListedEmployee;

async function finds(changed: Parameters<typeof anEmployee>[0]) {
  const store = createStore();
  const people = [listed('e1', 'Priya', '7'), listed('e2', 'Chloé', '8')];
  store.set(
    apiAtom,
    createFakeApi({ '/employees/getemployees/all': () => replied({ requestedData: people }) }),
  );
  store.set(sessionAtom, { state: 'signed in', employee: anEmployee(changed), subscriptionIsActive: true });
  if (changed?.employee_role === 'manager') await store.set(allEmployeesQuery.loadAtom, null);
  return (typed: string) =>
    searchChoices(store.get(destinationsAtom), typed).map(({ name, path }) => `${name} ${path}`);
}

test('an associate finds the own screens and how to record a sale, no people', async () => {
  const found = await finds({ employee_role: 'sales associate' });
  expect(found('')).toEqual([
    'Record a sale /layout/newsale',
    'Dashboard /layout/dashboard',
    'My Sales /layout/mysales',
    'New Sale /layout/newsale',
    'My Pay /layout/my-pay',
    'Claims /layout/claims',
    'All Job Aids /layout/alljobaids',
    'View Profile /layout/myprofile',
  ]);
});

test('a manager finds people by name and number, their report, their sales, and a sale for them', async () => {
  const found = await finds({ employee_role: 'manager' });
  expect(found('abel chloe')).toEqual([
    'Chloé Abel /layout/allemployees/employee/e2',
    'Record a sale for Chloé Abel /layout/newsale',
    'Report of Chloé Abel /layout/allemployees/employee/report/e2',
    'Sales of Chloé Abel /layout/allemployees/employee/sales/e2',
  ]);
  expect(found('8 report')).toEqual(['Report of Chloé Abel /layout/allemployees/employee/report/e2']);
  // For oneself the form is the usual one.
  expect(found('record sale')).toEqual([
    'Record a sale /layout/newsale',
    'Record a sale for Chloé Abel /layout/newsale',
  ]);
  expect(found('company')).toEqual([]);
});
