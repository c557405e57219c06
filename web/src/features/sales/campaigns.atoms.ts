import { atom } from 'jotai';
import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';

/** What a sale can be recorded against. */
export const campaignsResource = createResource({
  ask: (api) => api.call(getAllCampaigns, {}),
  failure: 'errorFetchingCampaigns',
});

/** Undefined until loaded. */
export const campaignsAtom = atom((get) => get(campaignsResource.replyAtom)?.requestedData);
