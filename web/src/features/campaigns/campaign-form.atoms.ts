import type { Getter } from 'jotai';
import type { addCampaign, Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { parsePercent } from '#contracts/percent.ts';
import { type Form, missingIn, type Problem } from '../../app/forms/form.atoms.ts';
import { localeAtom } from '../../app/locale.atoms.ts';
import { readNumber, writeNumber } from '../../ui/number-text.ts';
import { goalsResource } from './campaigns.atoms.ts';

/** What stands in the form, as it was typed. */
export type CampaignDraft = { name: string; commission: string; tax: string; goalId: string };
export type CampaignForm = Form<CampaignDraft>;

const REQUIRED = ['name', 'commission', 'goalId'] as const;

/** Undefined until loaded. */
export function goalsIn(get: Getter): readonly Goal[] | undefined {
  return get(goalsResource.replyAtom)?.requestedData;
}

/** A new campaign; where there is only one goal, it is that one. */
export function emptyCampaign(get: Getter): CampaignDraft {
  const goals = goalsIn(get) ?? [];
  const goalId = goals.length === 1 ? (goals[0]?.id ?? '') : '';
  return { name: '', commission: '', tax: '0', goalId };
}

export function draftOfCampaign(campaign: Campaign, get: Getter): CampaignDraft {
  const locale = get(localeAtom);
  return {
    name: campaign.campaign_name,
    commission: writeNumber(campaign.commission, locale),
    tax: writeNumber(campaign.tax, locale),
    goalId: campaign.goal_id,
  };
}

export function problemOfCampaign(draft: CampaignDraft, get: Getter): Problem<CampaignDraft> | null {
  const missing = missingIn(withGoalThatIs(draft, get), REQUIRED);
  if (missing.length > 0) return { error: 'incompleteFields', fields: missing };
  const { commission, tax } = bodyOfCampaign(draft, get);
  const wrong: (keyof CampaignDraft)[] = [];
  if (commission === undefined) wrong.push('commission');
  if (tax === undefined) wrong.push('tax');
  return wrong.length > 0 ? { error: 'invalidPercent', fields: wrong } : null;
}

/** A goal that was chosen and then deleted is no choice any more. */
function withGoalThatIs(draft: CampaignDraft, get: Getter): CampaignDraft {
  const isGone = goalsIn(get)?.every(({ id }) => id !== draft.goalId) ?? false;
  return isGone ? { ...draft, goalId: '' } : draft;
}

export function fieldsOfCampaign(error: MessageCode, draft: CampaignDraft): readonly (keyof CampaignDraft)[] {
  if (error === 'incompleteFields') return missingIn(draft, REQUIRED);
  if (error === 'invalidPercent') return ['commission', 'tax'];
  if (error === 'noSuchGoal' || error === 'goalNeededFirst') return ['goalId'];
  return error === 'invalidText' ? ['name'] : [];
}

/** The fields in the one form that is sent, without those that are no percentages. A tax left empty is none. */
export function bodyOfCampaign(
  { name, commission, tax, goalId }: Partial<CampaignDraft>,
  get: Getter,
): BodyOf<typeof addCampaign> {
  const locale = get(localeAtom);
  return {
    name: name?.trim(),
    commission: readPercent(commission, locale),
    tax: tax?.trim() === '' ? '0' : readPercent(tax, locale),
    goalId,
  };
}

/** The sign is on the form already; typed again it does no harm. */
function readPercent(typed: string | undefined, locale: string): string | undefined {
  const read = typed === undefined ? null : readNumber(typed.replace(/\s*%\s*$/, ''), locale);
  return read !== null && parsePercent(read) !== null ? read : undefined;
}
