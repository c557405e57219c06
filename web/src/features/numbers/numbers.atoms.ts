import { atom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { openCommission, openDay, openGoal } from '#contracts/endpoints/numbers.endpoints.ts';
import type { Answer } from '../../api/api-client.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';
import { createFollowing } from '../../app/following.atoms.ts';
import type { NumberQuestion } from '../../app/opened-number.atoms.ts';
import {
  liveBillboardAtom,
  liveBillboardVersionAtom,
  liveOwnFiguresAtom,
  liveOwnFiguresVersionAtom,
  liveSaleNewsAtom,
} from '../../live/live.atoms.ts';

export type OpenedCommission = ReplyOf<typeof openCommission>;
export type OpenedDay = ReplyOf<typeof openDay>;
export type OpenedGoal = ReplyOf<typeof openGoal>;
export type Opened = OpenedCommission & Partial<OpenedDay> & Partial<OpenedGoal>;

/** Few enough to come at once. */
const LINES_AT_FIRST = '100';

/** Whether as many lines are wanted as the server gives at once, or the newest of them. */
const wholeAtom = atom(false);

const resource: Resource<NumberQuestion, OpenedCommission> = createResource({
  ask: async (api, question: NumberQuestion, get): Promise<Answer<typeof openCommission>> => {
    const since = sinceOf(get(liveBillboardVersionAtom), get(liveOwnFiguresVersionAtom));
    const { id } = question;
    const pages = get(wholeAtom) ? {} : { limit: LINES_AT_FIRST };
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

/** All lines in the place of the newest ones, which stay until those are there. */
export const showAllAtom = atom(
  (get) => get(wholeAtom),
  async (_get, set) => {
    set(wholeAtom, true);
    await set(resource.reloadAtom);
  },
);

/** The next number begins with its newest lines. */
export const closeNumberAtom = atom(null, (_get, set) => set(wholeAtom, false));

/** An opened number goes on with the one on the screen behind it. */
export const followNumberAtom = createFollowing(resource);

/** Another value whenever live tells something of the person (or, for a manager, of a sale of his) that is open. */
export const newsOfOpenedAtom = atom((get) => {
  const employee = get(openedAtom)?.employee;
  if (!employee) return undefined;
  const row = get(liveBillboardAtom)?.rows.find(({ employee_id }) => employee_id === employee.id);
  const own = get(liveOwnFiguresAtom);
  const sale = get(liveSaleNewsAtom)?.findLast(
    ({ firstName, lastName }) => firstName === employee.first_name && lastName === employee.last_name,
  );
  return JSON.stringify([row, own?.employeeId === employee.id && own, sale]);
});

/** The newer of two places in the log. */
function sinceOf(...versions: readonly (number | undefined)[]): number | undefined {
  const known = versions.filter((version) => version !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}
