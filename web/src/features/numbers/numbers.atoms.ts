import { atom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { openCommission, openDay, openGoal } from '#contracts/endpoints/numbers.endpoints.ts';
import type { Answer } from '../../api/api-client.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';
import type { NumberQuestion } from '../../app/opened-number.atoms.ts';
import { liveBillboardVersionAtom } from '../../live/live.atoms.ts';

export type OpenedCommission = ReplyOf<typeof openCommission>;
export type OpenedDay = ReplyOf<typeof openDay>;
export type OpenedGoal = ReplyOf<typeof openGoal>;
export type Opened = OpenedCommission & Partial<OpenedDay> & Partial<OpenedGoal>;

/** A number, and whether all its lines are wanted or the newest of them. */
export type Wanted = { readonly question: NumberQuestion; readonly whole: boolean };

/** Few enough to come at once. */
const LINES_AT_FIRST = '100';

const resource: Resource<Wanted, OpenedCommission> = createResource({
  ask: async (api, { question, whole }: Wanted, get): Promise<Answer<typeof openCommission>> => {
    const since = get(liveBillboardVersionAtom);
    const { id } = question;
    const pages = whole ? {} : { limit: LINES_AT_FIRST };
    switch (question.of) {
      case 'commission': {
        const { date } = question;
        const query = date ? { date, ...pages } : pages;
        return api.call(openCommission, { params: { id }, query, since });
      }
      case 'goal':
        return api.call(openGoal, { params: { id }, query: pages, since });
      case 'commission of the day':
      case 'sales per hour':
        return api.call(openDay, { params: { id, date: question.date }, query: pages, since });
    }
  },
});

export const numberResource = resource;

/** What the number is made of; undefined until it is there. */
export const openedAtom = atom((get): Opened | undefined => get(resource.replyAtom));
