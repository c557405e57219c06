import { atom, type Getter } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { openCommission, openDay, openGoal } from '#contracts/endpoints/numbers.endpoints.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createInfiniteQuery } from '../../api/cache/infinite-query.atoms.ts';
import type { Query } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import type { NumberQuestion } from '../../kit/numbers/opened-number.atoms.ts';
import { liveVersionAtom } from '../../live/live.atoms.ts';

export type OpenedCommission = ReplyOf<typeof openCommission>;
export type OpenedDay = ReplyOf<typeof openDay>;
export type OpenedGoal = ReplyOf<typeof openGoal>;
export type Opened = OpenedCommission & Partial<OpenedDay> & Partial<OpenedGoal>;

/** Few enough to load quickly. */
const LINES_AT_FIRST = '100';

/** Whether as many lines are wanted as the server returns at once, or only the newest. */
const wholeAtom = atom(false);

const lines = createInfiniteQuery<NumberQuestion, typeof openCommission>({
  endpoint: openCommission,
  askPage: (api, question, { cursor }, get) => ask(api, question, pageAt(cursor, get(wholeAtom)), get),
  // Older lines belong to the moment of their answer, and are dropped with it.
  stillFollow: (before, first) => before === first,
  // A number changes while it is open: its employee sells, or the shift or goal changes.
  tags: ({ id }) => ['days', daysOf(id), 'employees'],
  forgetOnLeave: true,
});

function pageAt(cursor: string | undefined, isWhole: boolean) {
  if (cursor !== undefined) return { cursor };
  return isWhole ? {} : { limit: LINES_AT_FIRST };
}

async function ask(
  api: ApiClient,
  question: NumberQuestion,
  page: { readonly limit?: string; readonly cursor?: string },
  get: Getter,
): Promise<Answer<typeof openCommission>> {
  const since = get(liveVersionAtom);
  const { id } = question;
  switch (question.of) {
    case 'commission': {
      const { from, to } = question;
      const query = { ...(from && { from }), ...(to && { to }), ...page };
      return api.call(openCommission, { params: { id }, query, since });
    }
    case 'goal':
      return api.call(openGoal, { params: { id }, query: page, since });
    case 'commission of the day':
    case 'sales per hour':
      return api.call(openDay, { params: { id, date: question.date }, query: page, since });
  }
}

export const numberQuery: Query<NumberQuestion, OpenedCommission> = {
  ...lines.first,
  errorAtom: atom((get) => get(lines.first.errorAtom) ?? get(lines.problemAtom)?.code ?? null),
  problemAtom: atom(
    (get) => get(lines.first.problemAtom) ?? get(lines.problemAtom)?.message ?? null,
    (_get, set, closed: null) => {
      set(lines.first.problemAtom, closed);
      set(lines.problemAtom, closed);
    },
  ),
};

/** The facts of the number; undefined until loaded. */
export const openedAtom = atom((get): Opened | undefined => get(lines.replyAtom));

/** Loads the next lines, as many as the server returns at once. Its value: whether they are loading. */
export const showOlderAtom = atom(
  (get) => get(lines.busyAtom),
  (_get, set) => set(lines.moreAtom),
);

/** Loads all lines; the newest ones stay until those arrive. */
export const showAllAtom = atom(
  (get) => get(wholeAtom),
  async (_get, set) => {
    set(wholeAtom, true);
    await set(numberQuery.reloadAtom);
  },
);

/** The next number starts with its newest lines. */
export const closeNumberAtom = atom(null, (_get, set) => set(wholeAtom, false));
