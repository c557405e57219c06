import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { getAllGoals } from '#contracts/endpoints/goals.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';

/** Every campaign of the company, by name. */
export const campaignsResource = createResource({
  ask: (api, _all: null) => api.call(getAllCampaigns, {}),
  failure: 'errorFetchingCampaigns',
});

/** What a campaign can stand on. */
export const goalsResource = createResource({
  ask: (api, _all: null) => api.call(getAllGoals, {}),
  failure: 'errorFetchingGoals',
});
