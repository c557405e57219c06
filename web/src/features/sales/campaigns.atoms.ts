import { atom } from 'jotai';
import { type Campaign, getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { LiveConnection } from '../../live/live-client.ts';

/** What a sale can be recorded against; undefined until loaded. */
export const campaignsAtom = atom<readonly Campaign[] | undefined>(undefined);
export const campaignsProblemAtom = atom<string | null>(null);

export const loadCampaignsAtom = atom(null, async (get, set) => {
  const answer = await get(apiAtom).call(getAllCampaigns, {});
  set(campaignsProblemAtom, answer.ok ? null : messages.errorFetchingCampaigns);
  if (answer.ok) set(campaignsAtom, answer.reply.requestedData);
});

/** After a failure: again, once the connection is back. */
export const healCampaignsAtom = atom(null, async (get, set, connection: LiveConnection) => {
  if (connection === 'live' && get(campaignsProblemAtom) !== null) await set(loadCampaignsAtom);
});
