import { type Campaign, editCampaign, getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { createEdit, type Edit } from '../../app/forms/edit.atoms.ts';
import {
  bodyOfCampaign,
  type CampaignDraft,
  draftOfCampaign,
  fieldsOfCampaign,
  problemOfCampaign,
} from './campaign-form.atoms.ts';
import { campaignsResource, goalsResource } from './campaigns.atoms.ts';

export function createCampaignEdit(campaign: Campaign): Edit<CampaignDraft> {
  const id = campaign.campaign_id;
  const rowIn = (campaigns: readonly Campaign[] | undefined) =>
    campaigns?.find(({ campaign_id }) => campaign_id === id);
  return createEdit<CampaignDraft, typeof editCampaign>({
    row: (get) => draftOfCampaign(rowIn(get(campaignsResource.replyAtom)?.requestedData) ?? campaign, get),
    ask: async (api, get) => {
      const answer = await api.call(getAllCampaigns, {});
      if (!answer.ok) return undefined;
      const row = rowIn(answer.reply.requestedData);
      return row ? draftOfCampaign(row, get) : null;
    },
    missing: 'noSuchCampaign',
    check: problemOfCampaign,
    send: async (api, changed, idempotencyKey, get, _draft, set) => {
      const body = bodyOfCampaign(changed, get);
      const answer = await api.call(editCampaign, { params: { id }, body, idempotencyKey });
      if (!answer.ok && answer.error === 'noSuchGoal') await set(goalsResource.reloadAtom);
      return answer;
    },
    fieldsOf: fieldsOfCampaign,
    failure: 'failedEdit',
    success: ({ requestedData: [saved] }) =>
      saved && (saved.commission !== campaign.commission || saved.tax !== campaign.tax)
        ? [messages.updated, messages.recordedSalesKeepRates]
        : messages.updated,
  });
}
