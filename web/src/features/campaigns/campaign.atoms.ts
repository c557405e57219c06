import { deleteCampaign, getEmployeesOfCampaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';

/** The data and actions of one campaign's card. Each card has its own, so that it never shows messages of another. */
export function createCampaignCard() {
  return {
    employeesQuery: createQuery({
      endpoint: getEmployeesOfCampaign,
      ask: (api, id: string) => api.call(getEmployeesOfCampaign, { params: { id }, query: {} }),
      tags: () => ['employees'],
      failure: 'failedFetch',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteCampaign, { params: { id } }),
      failure: 'couldNotDeleteCampaign',
    }),
  };
}
