import { atom } from 'jotai';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';

/** The employees that a manager can record a sale for: all but the manager; empty until loaded. */
export const sellersAtom = atom((get) => {
  const { id } = get(employeeAtom);
  return (get(allEmployeesQuery.replyAtom)?.requestedData ?? []).filter((employee) => employee.id !== id);
});
