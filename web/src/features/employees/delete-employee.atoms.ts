import { atom } from 'jotai';
import { deleteEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { createDeletion } from '../../app/forms/deletion.atoms.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { employeeOfPageAtom } from './employees.atoms.ts';

/** Of one screen: what it told about one employee is no news on the screen of another. */
export function createEmployeeDeletion() {
  return createDeletion({
    send: (api, id: string) => api.call(deleteEmployee, { params: { id } }),
    failure: 'couldNotDeleteEmployee',
    // Nobody answered: that alone is told.
    unreachable: 'unavailable',
  });
}

/** Nobody deletes the super employee or himself. */
export const mayDeleteAtom = atom((get) => {
  const employee = get(employeeOfPageAtom);
  return (
    employee !== undefined &&
    employee.employee_type !== 'super employee' &&
    employee.id !== get(employeeAtom).id
  );
});
