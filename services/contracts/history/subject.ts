/** What an event is about, as people list and filter it. */
export const SUBJECT_KINDS = [
  'sale',
  'shift',
  'employee',
  'campaign',
  'goal',
  'job-aid',
  'company',
  'subscription',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The thing, the employee and the campaigns that an event concerns, for lists by each of them. */
export type Subject = {
  readonly kind: SubjectKind;
  /** Unique among the subjects of its kind. */
  readonly id: string;
  /** The employee it is about; null for a campaign, a bill and the like. */
  readonly employeeId: string | null;
  /** The campaign as it is after the event, or was when the event deleted something. */
  readonly campaignId: string | null;
  /** The campaign that a sale or an employee was moved away from. */
  readonly formerCampaignId: string | null;
};

type InCampaign = { readonly campaignId: string | null };

/** A subject that belongs to an employee and a campaign. */
export function inCampaign(
  id: string,
  employeeId: string,
  { campaignId }: InCampaign,
  before: InCampaign = { campaignId },
): Omit<Subject, 'kind'> {
  const formerCampaignId = before.campaignId === campaignId ? null : before.campaignId;
  return { id, employeeId, campaignId, formerCampaignId };
}

/** A subject that concerns the whole company. */
export function ofCompany(id: string): Omit<Subject, 'kind'> {
  return { id, employeeId: null, campaignId: null, formerCampaignId: null };
}
