import { atom, type Getter } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { openCommission, openDay, openGoal } from '#contracts/endpoints/numbers.endpoints.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { apiAsOfAtom } from '../../api/as-of.atoms.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';
import { createFollowing } from '../../app/following.atoms.ts';
import type { NumberQuestion } from '../../app/numbers/opened-number.atoms.ts';
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
  ask: (api, question: NumberQuestion, get) =>
    ask(api, question, get(wholeAtom) ? {} : { limit: LINES_AT_FIRST }, get),
});

async function ask(
  api: ApiClient,
  question: NumberQuestion,
  page: { readonly limit?: string; readonly cursor?: string },
  get: Getter,
): Promise<Answer<typeof openCommission>> {
  const since = sinceOf(get(liveBillboardVersionAtom), get(liveOwnFiguresVersionAtom));
  const { id } = question;
  switch (question.of) {
    case 'commission': {
      const { date } = question;
      const query = date ? { date, ...page } : page;
      return api.call(openCommission, { params: { id }, query, since });
    }
    case 'goal':
      return api.call(openGoal, { params: { id }, query: page, since });
    case 'commission of the day':
    case 'sales per hour':
      return api.call(openDay, { params: { id, date: question.date }, query: page, since });
  }
}

export const numberResource = resource;

/** Lines that follow those of an answer, and where they go on; they are of the moment of that answer and go with it. */
type Older = Pick<OpenedCommission, 'requestedData' | 'nextCursor'> & { readonly of: OpenedCommission };
const olderAtom = atom<Older | null>(null);

/** What the number is made of; undefined until it is there. */
export const openedAtom = atom((get): Opened | undefined => {
  const reply = get(resource.replyAtom);
  const older = get(olderAtom);
  if (!reply || older?.of !== reply) return reply;
  const { nextCursor: _ended, ...opened } = reply;
  const requestedData = [...reply.requestedData, ...older.requestedData];
  return {
    ...opened,
    requestedData,
    ...(older.nextCursor !== undefined && { nextCursor: older.nextCursor }),
  };
});

const isOlderComingAtom = atom(false);

/** The next lines, as many as the server gives at once, behind those that are there. Reads whether they are coming. */
export const showOlderAtom = atom(
  (get) => get(isOlderComingAtom),
  async (get, set, question: NumberQuestion) => {
    const of = get(resource.replyAtom);
    const cursor = get(openedAtom)?.nextCursor;
    if (!of || cursor === undefined || get(isOlderComingAtom)) return;
    set(isOlderComingAtom, true);
    const answer = await ask(get(apiAsOfAtom), question, { cursor }, get);
    set(isOlderComingAtom, false);
    set(resource.problemAtom, answer.ok ? null : answer.message);
    if (!answer.ok || get(resource.replyAtom) !== of) return;
    const before = get(olderAtom);
    const { requestedData: lines, nextCursor } = answer.reply;
    const requestedData = before?.of === of ? [...before.requestedData, ...lines] : lines;
    set(olderAtom, { of, requestedData, ...(nextCursor !== undefined && { nextCursor }) });
  },
);

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
