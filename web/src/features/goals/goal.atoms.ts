import { deleteGoal, getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createDeletion } from '../../app/forms/deletion.atoms.ts';

/** What the card of one goal shows and does; each card has its own, so none shows the messages of another. */
export function createGoalCard() {
  return {
    campaignsResource: createResource({
      ask: (api, id: string) => api.call(getCampaignsOfGoal, { params: { id }, query: {} }),
      failure: 'errorFetchingCampaigns',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteGoal, { params: { id } }),
      failure: 'couldNotDeleteGoal',
    }),
  };
}
