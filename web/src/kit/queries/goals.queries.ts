import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';

/** Every goal of the company, by name. */
export const goalsQuery = createQuery({
  endpoint: getAllGoals,
  ask: (api, _all: null, get) => api.call(getAllGoals, { since: get(liveCatalogueVersionAtom) }),
  tags: () => ['goals'],
  failure: 'errorFetchingGoals',
});
