import { atom } from 'jotai';
import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { fullName } from '../../ui/full-name.ts';

/** An option for the manager of an employee; `id` is empty for the default. */
export type ManagerChoice = { id: string; label: string };

/** For a new employee: the person who adds them comes first. */
export const managersForNewAtom = atom((get): readonly ManagerChoice[] => {
  const me = get(employeeAtom);
  const others = get(managersAtom).filter(({ id }) => id !== me.id);
  return [{ id: '', label: `${fullName(me)} (you)` }, ...others];
});

/** For `employee`: every manager but the employee, and the current manager, also one who has lost the role. */
export function createManagersFor(employee: EmployeeDetails) {
  return atom((get): readonly ManagerChoice[] => {
    const managers = get(managersAtom).filter(({ id }) => id !== employee.id);
    const { manger_id } = employee;
    if (manger_id === null) return [{ id: '', label: 'No manager' }, ...managers];
    if (managers.some(({ id }) => id === manger_id)) return managers;
    const isLoaded = get(allEmployeesQuery.replyAtom) !== undefined;
    return [{ id: manger_id, label: isLoaded ? 'A former manager' : 'As before' }, ...managers];
  });
}

const managersAtom = atom((get): readonly ManagerChoice[] => {
  const me = get(employeeAtom);
  const everybody = get(allEmployeesQuery.replyAtom)?.requestedData ?? [];
  return everybody
    .filter(({ employee_role }) => employee_role === 'manager')
    .map((manager) => ({
      id: manager.id,
      label: manager.id === me.id ? `${fullName(manager)} (you)` : fullName(manager),
    }));
});
