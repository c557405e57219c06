import { atom } from 'jotai';
import type { EmployeeDetails } from '#contracts/endpoints/employees.endpoints.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { allEmployeesResource } from './employees.atoms.ts';
import { fullName } from './full-name.ts';

/** Whom a form offers as somebody's manager; `id` is empty where nobody has to be named. */
export type ManagerChoice = { id: string; label: string };

/** For a new employee: whoever adds him comes first. */
export const managersForNewAtom = atom((get): readonly ManagerChoice[] => {
  const me = get(employeeAtom);
  const others = get(managersAtom).filter(({ id }) => id !== me.id);
  return [{ id: '', label: `${fullName(me)} (you)` }, ...others];
});

/** For `employee`: everybody but himself, and the manager he has, also when that one is none any more. */
export function createManagersFor(employee: EmployeeDetails) {
  return atom((get): readonly ManagerChoice[] => {
    const managers = get(managersAtom).filter(({ id }) => id !== employee.id);
    const { manger_id } = employee;
    if (manger_id === null) return [{ id: '', label: 'No manager' }, ...managers];
    if (managers.some(({ id }) => id === manger_id)) return managers;
    const isLoaded = get(allEmployeesResource.replyAtom) !== undefined;
    return [{ id: manger_id, label: isLoaded ? 'A former manager' : 'As before' }, ...managers];
  });
}

const managersAtom = atom((get): readonly ManagerChoice[] => {
  const me = get(employeeAtom);
  const everybody = get(allEmployeesResource.replyAtom)?.requestedData ?? [];
  return everybody
    .filter(({ employee_role }) => employee_role === 'manager')
    .map((manager) => ({
      id: manager.id,
      label: manager.id === me.id ? `${fullName(manager)} (you)` : fullName(manager),
    }));
});
