import { atom } from 'jotai';
import {
  deleteEmployee,
  type EmployeeDetails,
  getAllEmployees,
  getSubordinates,
} from '#contracts/endpoints/employees.endpoints.ts';
import { getChartDataOf } from '#contracts/endpoints/logs.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';
import { employeeDefinition } from '../../kit/queries/employees.queries.ts';
import { commissionDefinition } from '../../kit/queries/sales.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { liveCatalogueVersionAtom, liveVersionAtom } from '../../live/live.atoms.ts';

/** The employees of the manager with this id. */
export const teamQuery = createQuery({
  endpoint: getSubordinates,
  ask: (api, id: string, get) =>
    api.call(getSubordinates, { params: { id }, query: {}, since: get(liveCatalogueVersionAtom) }),
  tags: () => ['employees'],
});

/** The deleted employees of the company, by name. */
export const formerEmployeesQuery = createQuery({
  endpoint: getAllEmployees,
  ask: (api, _all: null, get) =>
    api.call(getAllEmployees, { query: { former: 'true' }, since: get(liveCatalogueVersionAtom) }),
  tags: () => ['employees'],
});

/** The employee of the page. */
export const employeeQuery = createQuery(employeeDefinition);

/** Undefined until loaded. */
export const employeeOfPageAtom = atom((get): EmployeeDetails | undefined =>
  get(employeeQuery.replyAtom)?.requestedData.at(-1),
);

/** True when that employee never belonged to this company. */
export const employeeIsMissingAtom = atom((get) => get(employeeQuery.errorAtom) === 'noSuchEmployee');

/** The commission of one employee within dates. */
export const commissionQuery = createQuery(commissionDefinition);

/** Sales per hour of the last seven dates of one employee. */
export const chartQuery = createQuery({
  endpoint: getChartDataOf,
  ask: (api, id: string, get) => api.call(getChartDataOf, { params: { id }, since: get(liveVersionAtom) }),
  tags: (id) => ['days', daysOf(id)],
});

/** Made for one screen, so that its messages do not show on the screen of another employee. */
export function createEmployeeDeletion() {
  return createDeletion({
    send: (api, id: string) => api.call(deleteEmployee, { params: { id } }),
    failure: 'couldNotDeleteEmployee',
    // The server was not reached: its own message suffices.
    unreachable: 'unavailable',
  });
}

/** The super employee, the own account and a former employee cannot be deleted. */
export const mayDeleteAtom = atom((get) => {
  const employee = get(employeeOfPageAtom);
  return (
    employee !== undefined &&
    employee.deleted_at === undefined &&
    employee.employee_type !== 'super employee' &&
    employee.id !== get(employeeAtom).id
  );
});
