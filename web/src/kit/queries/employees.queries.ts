import {
  getAllEmployees,
  getEmployeeById,
  type ListedEmployee,
} from '#contracts/endpoints/employees.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import type { QueryDefinition } from '../../api/cache/query.ts';
import { dayOf } from '../../api/cache/tags.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';
import type { Choice } from '../../ui/choices.ts';
import { fullName } from '../../ui/full-name.ts';

/** Every employee of the company, by name. */
export const allEmployeesQuery = createQuery({
  endpoint: getAllEmployees,
  ask: (api, _all: null) => api.call(getAllEmployees, { query: {} }),
  tags: () => ['employees'],
});

/** A person to choose, found by name or employee number. */
export function choiceOf(employee: ListedEmployee): Choice {
  return { id: employee.id, name: fullName(employee), detail: employee.employee_number };
}

/** One employee, by id; the figures are never older than the live billboard. */
export const employeeDefinition: QueryDefinition<string, typeof getEmployeeById> = {
  endpoint: getEmployeeById,
  ask: (api, id, get) => api.call(getEmployeeById, { params: { id }, since: get(liveBillboardVersionAtom) }),
  tags: (id) => [dayOf(id)],
};
