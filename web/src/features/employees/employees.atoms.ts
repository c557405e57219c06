import { atom } from 'jotai';
import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import {
  type EmployeeDetails,
  getAllEmployees,
  getEmployeeById,
  getSubordinates,
} from '#contracts/endpoints/employees.endpoints.ts';
import { getChartDataOf } from '#contracts/endpoints/logs.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';

/** Everybody in the company, by name. */
export const allEmployeesResource = createResource({
  ask: (api) => api.call(getAllEmployees, { query: {} }),
});

/** The team of the manager with this id. */
export const teamResource = createResource({
  ask: (api, id: string) => api.call(getSubordinates, { params: { id }, query: {} }),
});

/** One employee; his figures know whatever the live billboard knows. */
export const employeeResource = createResource({
  ask: (api, id: string, get) =>
    api.call(getEmployeeById, { params: { id }, since: get(liveBillboardVersionAtom) }),
});

/** Undefined until loaded. */
export const employeeOfPageAtom = atom((get): EmployeeDetails | undefined =>
  get(employeeResource.replyAtom)?.requestedData.at(-1),
);

/** True when that employee is none of this company, or not any more. */
export const employeeIsMissingAtom = atom((get) => get(employeeResource.errorAtom) === 'noSuchEmployee');

/** Sales per hour of the last seven dates of one employee. */
export const chartResource = createResource({
  ask: (api, id: string, get) =>
    api.call(getChartDataOf, { params: { id }, since: get(liveBillboardVersionAtom) }),
});

/** What somebody can work on. */
export const campaignsResource = createResource({
  ask: (api) => api.call(getAllCampaigns, { query: {} }),
  failure: 'errorFetchingCampaigns',
});
