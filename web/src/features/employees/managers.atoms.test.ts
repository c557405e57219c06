import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import type { EmployeeDetails, ListedEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { sessionAtom } from '../../kit/session/session.atoms.ts';
import { createFakeApi, replied } from '../../testing/fake-api.ts';
import { anEmployee } from '../../testing/people.ts';
import { createManagersFor, managersForNewAtom } from './employee-form.atoms.ts';

const person = (id: string, employee_role: ListedEmployee['employee_role']) =>
  ({ id, first_name: id.toUpperCase(), last_name: 'Test', employee_role }) as ListedEmployee;

async function people() {
  const store = createStore();
  const everybody = [person('ada', 'manager'), person('bo', 'sales associate'), person('me', 'manager')];
  store.set(
    apiAtom,
    createFakeApi({ '/employees/getemployees/all': () => replied({ requestedData: everybody }) }),
  );
  const me = anEmployee({ id: 'me', first_name: 'ME', last_name: 'Test', employee_role: 'manager' });
  store.set(sessionAtom, { state: 'signed in', employee: me, subscriptionIsActive: true });
  const load = () => store.set(allEmployeesQuery.loadAtom, null);
  const choicesFor = (id: string, manger_id: string | null) =>
    store.get(createManagersFor({ ...anEmployee({ id, manger_id }) } as EmployeeDetails));
  return { store, load, choicesFor };
}

test('a new employee is in the team of the person who adds them, or of another manager', async () => {
  const { store, load } = await people();
  expect(store.get(managersForNewAtom)).toEqual([{ id: '', name: 'ME Test (you)' }]);
  await load();
  expect(store.get(managersForNewAtom)).toEqual([
    { id: '', name: 'ME Test (you)' },
    { id: 'ada', name: 'ADA Test' },
  ]);
});

test('no employee is their own manager', async () => {
  const { load, choicesFor } = await people();
  await load();
  expect(choicesFor('ada', 'me')).toEqual([{ id: 'me', name: 'ME Test (you)' }]);
});

test('an employee without a manager, or with a former one, keeps that unless another is chosen', async () => {
  const { load, choicesFor } = await people();
  expect(choicesFor('bo', 'gone')[0]).toEqual({ id: 'gone', name: 'As before' });
  await load();
  expect(choicesFor('bo', null)[0]).toEqual({ id: '', name: 'No manager' });
  expect(choicesFor('bo', 'gone')[0]).toEqual({ id: 'gone', name: 'A former manager' });
  expect(choicesFor('bo', 'ada')).toHaveLength(2);
});
