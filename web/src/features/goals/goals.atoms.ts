import type { Getter } from 'jotai';
import {
  addGoal,
  deleteGoal,
  editGoal,
  type Goal,
  getAllGoals,
  getCampaignsOfGoal,
} from '#contracts/endpoints/goals.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import { parseDecimal } from '#contracts/money.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion } from '../../kit/forms/deletion.atoms.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import { createForm, type Form, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { goalsQuery } from '../../kit/queries/goals.queries.ts';
import { liveCatalogueVersionAtom } from '../../live/live.atoms.ts';
import { readNumber, writeNumber } from '../../ui/number-text.ts';

/** The content of the form, as typed. */
export type GoalDraft = { name: string; hourlySales: string; hourlyDecisions: string };
export type GoalForm = Form<GoalDraft>;

/** 0 where decisions do not apply. */
export const EMPTY_GOAL: GoalDraft = { name: '', hourlySales: '', hourlyDecisions: '0' };

const REQUIRED = ['name', 'hourlySales'] as const;

function problemOfGoal(draft: GoalDraft, get: Getter): Problem<GoalDraft> | null {
  const missing = missingIn(draft, REQUIRED);
  if (missing.length > 0) return { error: 'incompleteFields', fields: missing };
  const { hourlySales, hourlyDecisions } = bodyOf(draft, get);
  const wrong: (keyof GoalDraft)[] = [];
  if (hourlySales === undefined) wrong.push('hourlySales');
  if (hourlyDecisions === undefined) wrong.push('hourlyDecisions');
  return wrong.length > 0 ? { error: 'invalidNumber', fields: wrong } : null;
}

function fieldsOfGoal(error: MessageCode, draft: GoalDraft): readonly (keyof GoalDraft)[] {
  if (error === 'incompleteFields') return missingIn(draft, REQUIRED);
  if (error === 'invalidNumber') return ['hourlySales', 'hourlyDecisions'];
  return error === 'invalidText' ? ['name'] : [];
}

/** The fields in the form of the API, without those that are no numbers. */
function bodyOf({ name, hourlySales, hourlyDecisions }: Partial<GoalDraft>, get: Getter) {
  const locale = get(localeAtom);
  return {
    name: name?.trim(),
    hourlySales: readCount(hourlySales, locale),
    hourlyDecisions: hourlyDecisions?.trim() === '' ? '0' : readCount(hourlyDecisions, locale),
  };
}

function readCount(typed: string | undefined, locale: string): string | undefined {
  const read = typed === undefined ? null : readNumber(typed, locale);
  return read !== null && parseDecimal(read) !== null ? read : undefined;
}

/** One form for the whole visit: the draft survives a visit to another screen. */
export const newGoalForm = createForm<GoalDraft, typeof addGoal>({
  adds: true,
  start: () => EMPTY_GOAL,
  check: problemOfGoal,
  send: (api, draft, idempotencyKey, get) => api.call(addGoal, { body: bodyOf(draft, get), idempotencyKey }),
  fieldsOf: fieldsOfGoal,
  failure: 'failedAdd',
  success: 'saved',
  next: () => EMPTY_GOAL,
});

export function createGoalEdit(goal: Goal): Form<GoalDraft> {
  const rowIn = (goals: readonly Goal[] | undefined) => goals?.find(({ id }) => id === goal.id);
  return createEdit<GoalDraft, typeof editGoal>({
    row: (get) => draftOf(rowIn(get(goalsQuery.replyAtom)?.requestedData) ?? goal, get),
    ask: async (api, get) => {
      const answer = await api.call(getAllGoals, {});
      if (!answer.ok) return undefined;
      const row = rowIn(answer.reply.requestedData);
      return row ? draftOf(row, get) : null;
    },
    missing: 'noSuchGoal',
    check: problemOfGoal,
    send: (api, changed, idempotencyKey, get) =>
      api.call(editGoal, { params: { id: goal.id }, body: bodyOf(changed, get), idempotencyKey }),
    fieldsOf: fieldsOfGoal,
    failure: 'failedEdit',
    success: 'updated',
  });
}

function draftOf({ name, hourly_sales, hourly_decisions }: Goal, get: Getter): GoalDraft {
  const locale = get(localeAtom);
  return {
    name,
    hourlySales: writeNumber(hourly_sales, locale),
    hourlyDecisions: writeNumber(hourly_decisions, locale),
  };
}

/** The data and actions of one goal's card. Each card has its own, so that it never shows messages of another. */
export function createGoalCard() {
  return {
    campaignsQuery: createQuery({
      endpoint: getCampaignsOfGoal,
      ask: (api, id: string, get) =>
        api.call(getCampaignsOfGoal, { params: { id }, query: {}, since: get(liveCatalogueVersionAtom) }),
      tags: () => ['campaigns'],
      failure: 'errorFetchingCampaigns',
    }),
    deletion: createDeletion({
      send: (api, id: string) => api.call(deleteGoal, { params: { id } }),
      failure: 'couldNotDeleteGoal',
    }),
  };
}
