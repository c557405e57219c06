import { getCompany } from '#contracts/endpoints/companies.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';

/** The company and its subscription. Only the super employee may ask. */
export const companyQuery = createQuery({
  endpoint: getCompany,
  ask: (api, _own: null, get) => api.call(getCompany, { since: get(liveCatalogueVersionAtom) }),
  tags: () => ['company'],
});
