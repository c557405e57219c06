import type { Getter } from 'jotai';
import {
  addCampaign,
  type Campaign,
  deleteCampaign,
  editCampaign,
  getAllCampaigns,
  getEmployeesOfCampaign,
} from '#contracts/endpoints/campaigns.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import type { Goal } from '#contracts/endpoints/goals.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { parsePercent } from '#contracts/money.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import { createForm, type Form, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { campaignsQuery } from '../../kit/queries/campaigns.queries.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';
import { readNumber, writeNumber } from '../../ui/number-text.ts';

/** The content of the form, as typed. */
type CampaignDraft = { name: string; commission: string; tax: string; goalId: string };
export type CampaignForm = Form<CampaignDraft>;

const REQUIRED = ['name', 'commission', 'goalId'] as const;

/** Undefined until loaded. */
function goalsIn(get: Getter): readonly Goal[] | undefined {
  return get(goalsQuery.replyAtom)?.requestedData;
}

/** A new campaign; with the goal when there is only one. */
function emptyCampaign(get: Getter): CampaignDraft {
  const goals = goalsIn(get) ?? [];
  const goalId = goals.length === 1 ? (goals[0]?.id ?? '') : '';
  return { name: '', commission: '', tax: '0', goalId };
}

function draftOfCampaign(campaign: Campaign, get: Getter): CampaignDraft {
  const locale = get(localeAtom);
  return {
    name: campaign.campaign_name,
    commission: writeNumber(campaign.commission, locale),
    tax: writeNumber(campaign.tax, locale),
    goalId: campaign.goal_id,
  };
}

function problemOfCampaign(draft: CampaignDraft, get: Getter): Problem<CampaignDraft> | null {
  const missing = missingIn(withGoalThatIs(draft, get), REQUIRED);
  if (missing.length > 0) return { error: 'incompleteFields', fields: missing };
  const { commission, tax } = bodyOfCampaign(draft, get);
  const wrong: (keyof CampaignDraft)[] = [];
  if (commission === undefined) wrong.push('commission');
  if (tax === undefined) wrong.push('tax');
  return wrong.length > 0 ? { error: 'invalidPercent', fields: wrong } : null;
}

/** A chosen goal that was deleted no longer counts. */
function withGoalThatIs(draft: CampaignDraft, get: Getter): CampaignDraft {
  const isGone = goalsIn(get)?.every(({ id }) => id !== draft.goalId) ?? false;
  return isGone ? { ...draft, goalId: '' } : draft;
}

function fieldsOfCampaign(error: MessageCode, draft: CampaignDraft): readonly (keyof CampaignDraft)[] {
  if (error === 'incompleteFields') return missingIn(draft, REQUIRED);
  if (error === 'invalidPercent') return ['commission', 'tax'];
  if (error === 'noSuchGoal' || error === 'goalNeededFirst') return ['goalId'];
  return error === 'invalidText' ? ['name'] : [];
}

/** The rates in the form of the API, without those that are no percentages. An empty tax is 0. */
function bodyOfCampaign(
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

/** The field shows the sign already; a typed one does no harm. */
function readPercent(typed: string | undefined, locale: string): string | undefined {
  const read = typed === undefined ? null : readNumber(typed.replace(/\s*%\s*$/, ''), locale);
  return read !== null && parsePercent(read) !== null ? read : undefined;
}

/** One form for the whole visit: the draft survives a visit to another screen. */
export const newCampaignForm = createForm<CampaignDraft, typeof addCampaign>({
  adds: true,
  start: emptyCampaign,
  check: problemOfCampaign,
  send: (api, draft, idempotencyKey, get) =>
    api.call(addCampaign, { body: bodyOfCampaign(draft, get), idempotencyKey }),
  fieldsOf: fieldsOfCampaign,
  failure: 'failedAdd',
  success: 'saved',
  next: ({ goalId }) => ({ name: '', commission: '', tax: '0', goalId }),
});

export function createCampaignEdit(campaign: Campaign): Form<CampaignDraft> {
  const id = campaign.campaign_id;
  const rowIn = (campaigns: readonly Campaign[] | undefined) =>
    campaigns?.find(({ campaign_id }) => campaign_id === id);
  return createEdit<CampaignDraft, typeof editCampaign>({
    row: (get) => draftOfCampaign(rowIn(get(campaignsQuery.replyAtom)?.requestedData) ?? campaign, get),
    ask: async (api, get) => {
      const answer = await api.call(getAllCampaigns, {});
      if (!answer.ok) return undefined;
      const row = rowIn(answer.reply.requestedData);
      return row ? draftOfCampaign(row, get) : null;
    },
    missing: 'noSuchCampaign',
    check: problemOfCampaign,
    send: (api, changed, idempotencyKey, get) =>
      api.call(editCampaign, { params: { id }, body: bodyOfCampaign(changed, get), idempotencyKey }),
    fieldsOf: fieldsOfCampaign,
    failure: 'failedEdit',
    success: ({ requestedData: [saved] }) =>
      saved && (saved.commission !== campaign.commission || saved.tax !== campaign.tax)
        ? [messages.updated, messages.recordedSalesKeepRates]
        : messages.updated,
  });
}

/** The data and actions of one campaign's card. Each card has its own, so that it never shows messages of another. */
export function createCampaignCard() {
  return {
    employeesQuery: createQuery({
      endpoint: getEmployeesOfCampaign,
      ask: (api, id: string, get) =>
        api.call(getEmployeesOfCampaign, { params: { id }, query: {}, since: get(liveCatalogueVersionAtom) }),
      tags: () => ['employees'],
      failure: 'failedFetch',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteCampaign, { params: { id } }),
      failure: 'couldNotDeleteCampaign',
    }),
  };
}
