import { atom } from 'jotai';
import { getAllEmployees } from '#contracts/endpoints/employees.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';

/** Whom a manager can record a sale for. */
export const employeesResource = createResource({ ask: (api) => api.call(getAllEmployees, { query: {} }) });

/** Everybody but the manager himself; empty until loaded. */
export const othersToSellForAtom = atom((get) => {
  const { id } = get(employeeAtom);
  return (get(employeesResource.replyAtom)?.requestedData ?? []).filter((employee) => employee.id !== id);
});
