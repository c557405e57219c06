import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';

/** Every goal of the company, by name. */
export const goalsResource = createResource({
  ask: (api, _all: null) => api.call(getAllGoals, {}),
  failure: 'errorFetchingGoals',
});
