import { getCompany } from '#contracts/endpoints/companies.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';

/** For the super employee, who alone may ask. */
export const companyResource = createResource({ ask: (api) => api.call(getCompany, {}) });
