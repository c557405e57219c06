import { type Static, Type } from 'typebox';

export const CampaignFacts = Type.Object({
  name: Type.String(),
  commissionPercent: Type.Number(),
  taxPercent: Type.Number(),
  goalId: Type.String(),
});
export type CampaignFacts = Static<typeof CampaignFacts>;

const campaignId = Type.String();
export const CampaignAdded = Type.Object({ campaignId, entryDate: Type.String(), campaign: CampaignFacts });
export const CampaignEdited = Type.Object({ campaignId, before: CampaignFacts, after: CampaignFacts });
export const CampaignDeleted = Type.Object({ campaignId, before: CampaignFacts });

export const campaignEvents = { CampaignAdded, CampaignEdited, CampaignDeleted } as const;
