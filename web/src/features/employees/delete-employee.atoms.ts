import { atom } from 'jotai';
import { deleteEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { employeeOfPageAtom } from './employees.atoms.ts';

/** Made for one screen, so that its messages do not show on the screen of another employee. */
export function createEmployeeDeletion() {
  return createDeletion({
    send: (api, id: string) => api.call(deleteEmployee, { params: { id } }),
    failure: 'couldNotDeleteEmployee',
    // The server was not reached: its own message suffices.
    unreachable: 'unavailable',
  });
}

/** The super employee and the own account cannot be deleted. */
export const mayDeleteAtom = atom((get) => {
  const employee = get(employeeOfPageAtom);
  return (
    employee !== undefined &&
    employee.employee_type !== 'super employee' &&
    employee.id !== get(employeeAtom).id
  );
});
