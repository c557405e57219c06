import { getReceipts } from '#contracts/endpoints/companies.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';

export const receiptsQuery = createQuery({
  endpoint: getReceipts,
  ask: (api, _own: null) => api.call(getReceipts, { query: {} }),
  tags: () => ['company'],
});
