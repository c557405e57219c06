import { type Static, Type } from 'typebox';
import {
  added,
  change,
  changesOf,
  edited,
  type Labels,
  removed,
  type Subject,
} from '../history/description.ts';
import { event, NOTHING_PERSONAL } from './event.ts';

export const CampaignFacts = Type.Object({
  name: Type.String(),
  commissionPercent: Type.Number(),
  taxPercent: Type.Number(),
  goalId: Type.String(),
});
export type CampaignFacts = Static<typeof CampaignFacts>;

const labels: Labels<CampaignFacts> = {
  name: ['Name', 'text'],
  commissionPercent: ['Commission', 'percent'],
  taxPercent: ['Tax', 'percent'],
  goalId: ['Goal', 'goal'],
};

const campaignId = Type.String();

function subject(data: { campaignId: string }): Omit<Subject, 'kind'> {
  return { id: data.campaignId, employeeId: null, campaignId: data.campaignId, formerCampaignId: null };
}

export const campaignEvents = {
  CampaignAdded: event({
    data: Type.Object({ campaignId, entryDate: Type.String(), campaign: CampaignFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'campaign',
      subject,
      describe: ({ campaign, entryDate }) =>
        added('Campaign added', campaign.name, [
          ...changesOf(labels, null, campaign),
          change('entryDate', 'Date', 'date', null, entryDate),
        ]),
    },
  }),
  CampaignEdited: event({
    data: Type.Object({ campaignId, before: CampaignFacts, after: CampaignFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'campaign',
      subject,
      describe: ({ before, after }) =>
        edited('Campaign edited', after.name, changesOf(labels, before, after)),
    },
  }),
  CampaignDeleted: event({
    data: Type.Object({ campaignId, before: CampaignFacts }),
    personal: NOTHING_PERSONAL,
    history: {
      kind: 'campaign',
      subject,
      describe: ({ before }) => removed('Campaign deleted', before.name, changesOf(labels, before, null)),
    },
  }),
} as const;
