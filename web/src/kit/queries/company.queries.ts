import { getCompany } from '#contracts/endpoints/companies.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';

/** The company and its subscription. Only the super employee may ask. */
export const companyQuery = createQuery({
  endpoint: getCompany,
  ask: (api, _own: null) => api.call(getCompany, {}),
  tags: () => ['company'],
});
