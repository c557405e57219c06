import { deleteGoal, getCampaignsOfGoal } from '#contracts/endpoints/goals.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';

/** The data and actions of one goal's card. Each card has its own, so that it never shows messages of another. */
export function createGoalCard() {
  return {
    campaignsQuery: createQuery({
      endpoint: getCampaignsOfGoal,
      ask: (api, id: string) => api.call(getCampaignsOfGoal, { params: { id }, query: {} }),
      tags: () => ['campaigns'],
      failure: 'errorFetchingCampaigns',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteGoal, { params: { id } }),
      failure: 'couldNotDeleteGoal',
    }),
  };
}
