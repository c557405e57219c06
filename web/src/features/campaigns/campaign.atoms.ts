import { deleteCampaign, getEmployeesOfCampaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createDeletion } from '../../app/forms/deletion.atoms.ts';

/** What the card of one campaign shows and does; each card has its own, so none shows the messages of another. */
export function createCampaignCard() {
  return {
    employeesResource: createResource({
      ask: (api, id: string) => api.call(getEmployeesOfCampaign, { params: { id }, query: {} }),
      failure: 'failedFetch',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteCampaign, { params: { id } }),
      failure: 'couldNotDeleteCampaign',
    }),
  };
}
