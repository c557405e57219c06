import { atom } from 'jotai';
import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';

/** Every campaign of the company, by name. */
export const campaignsQuery = createQuery({
  endpoint: getAllCampaigns,
  ask: (api, _all: null, get) => api.call(getAllCampaigns, { since: get(liveCatalogueVersionAtom) }),
  tags: () => ['campaigns'],
  failure: 'errorFetchingCampaigns',
});

/** Undefined until loaded. */
export const campaignsAtom = atom((get) => get(campaignsQuery.replyAtom)?.requestedData);
