import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';

/** Every goal of the company, by name. */
export const goalsQuery = createQuery({
  endpoint: getAllGoals,
  ask: (api, _all: null) => api.call(getAllGoals, {}),
  tags: () => ['goals'],
  failure: 'errorFetchingGoals',
});
