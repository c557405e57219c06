import {
  getAllEmployees,
  getEmployeeById,
  type ListedEmployee,
} from '#contracts/endpoints/employees.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import type { QueryDefinition } from '../../api/cache/query.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { liveCatalogueVersionAtom, liveVersionAtom } from '../../live/live.atoms.ts';
import type { Choice } from '../../ui/choices.ts';
import { formatDateOf } from '../../ui/format.ts';
import { fullName } from '../../ui/full-name.ts';

/** Every employee of the company, by name. */
export const allEmployeesQuery = createQuery({
  endpoint: getAllEmployees,
  ask: (api, _all: null, get) =>
    api.call(getAllEmployees, { query: {}, since: get(liveCatalogueVersionAtom) }),
  tags: () => ['employees'],
});

/** `Former employee, deleted on Nov 24, 2026`; undefined for a present one. */
export function formerText(employee: Pick<ListedEmployee, 'deleted_at'> | undefined): string | undefined {
  const at = employee?.deleted_at;
  return at && `Former employee, deleted on ${formatDateOf(at)}`;
}

/** A person to choose, found by name or employee number. */
export function choiceOf(employee: ListedEmployee): Choice {
  return { id: employee.id, name: fullName(employee), detail: employee.employee_number };
}

/** One employee, present or former, by id; never older than the live news. */
export const employeeDefinition: QueryDefinition<string, typeof getEmployeeById> = {
  endpoint: getEmployeeById,
  ask: (api, id, get) => {
    const since = Math.max(get(liveVersionAtom) ?? 0, get(liveCatalogueVersionAtom) ?? 0);
    return api.call(getEmployeeById, {
      params: { id },
      query: { former: 'true' },
      since: since || undefined,
    });
  },
  tags: (id) => ['days', daysOf(id), 'employees'],
};
