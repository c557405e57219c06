import { addCampaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { createForm } from '../../app/forms/form.atoms.ts';
import {
  bodyOfCampaign,
  type CampaignDraft,
  emptyCampaign,
  fieldsOfCampaign,
  problemOfCampaign,
} from './campaign-form.atoms.ts';
import { goalsResource } from './campaigns.atoms.ts';

/** One for the whole visit: who looks something up in between finds the campaign as it was left. */
export const newCampaignForm = createForm<CampaignDraft, typeof addCampaign>({
  start: emptyCampaign,
  check: problemOfCampaign,
  send: async (api, draft, idempotencyKey, get, set) => {
    const answer = await api.call(addCampaign, { body: bodyOfCampaign(draft, get), idempotencyKey });
    // The goals that are offered are no longer those that there are.
    if (!answer.ok && fieldsOfCampaign(answer.error, draft).includes('goalId')) {
      await set(goalsResource.reloadAtom);
    }
    return answer;
  },
  fieldsOf: fieldsOfCampaign,
  failure: 'failedAdd',
  success: 'saved',
  next: ({ goalId }) => ({ name: '', commission: '', tax: '0', goalId }),
});
