import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { Answer, ApiClient } from '../api-client.ts';
import { apiAsOfAtom } from '../as-of.atoms.ts';
import { createQuery, type Query, refusedBy } from './query.atoms.ts';
import type { QueryDefinition, QueryRefused } from './query.ts';

/** A list that is fetched page by page. */
export type InfiniteQuery<Parameters, Reply> = {
  /** The first page, a query like any other. */
  readonly first: Query<Parameters, Reply>;
  /** The reply of the first page, with the rows of all loaded pages. */
  readonly replyAtom: Atom<Reply | undefined>;
  readonly hasMoreAtom: Atom<boolean>;
  readonly busyAtom: Atom<boolean>;
  /** Why the last further page failed to load. */
  readonly problemAtom: WritableAtom<QueryRefused | null, [null], void>;
  /** Loads the page after the last one. */
  readonly moreAtom: WritableAtom<null, [], Promise<void>>;
  /** The reply with all rows there are, for a file; null when a page fails. `onRows` is told how many there are so far. */
  readonly allAtom: WritableAtom<null, [onRows: (rows: number) => void], Promise<Reply | null>>;
};

/** The part of a list: after a cursor, or from its beginning; `rows` for another number of rows than a page has. */
type PageWish = { readonly cursor?: string; readonly rows?: number };

type InfiniteDefinition<Parameters, E extends Endpoint> = Omit<QueryDefinition<Parameters, E>, 'ask'> & {
  readonly askPage: (
    api: ApiClient,
    parameters: Parameters,
    page: PageWish,
    get: Getter,
  ) => Promise<Answer<E>>;
  /** A new answer has as many rows as were shown, with those of further pages. */
  readonly keepsPages?: true;
  /** Whether pages that were loaded after the first page `before` still follow the new one, `first`. */
  readonly stillFollow: (before: ReplyOf<E>, first: ReplyOf<E>) => boolean;
};

type Page = { readonly requestedData: readonly unknown[]; readonly nextCursor?: string };

/** Pages that follow another first page are dropped: rows between them would be missing. */
export const sameCursor = (before: Page, first: Page) => before.nextCursor === first.nextCursor;

type FurtherPages<Reply> = { readonly behind: Reply } & Page;

export function createInfiniteQuery<Parameters, E extends Endpoint>({
  askPage,
  stillFollow,
  keepsPages,
  ...definition
}: InfiniteDefinition<Parameters, E>): InfiniteQuery<Parameters, ReplyOf<E>> {
  type Reply = ReplyOf<E>;
  const furtherAtom = atom<FurtherPages<Reply> | null>(null);
  const busyAtom = atom(false);
  const failureAtom = atom<QueryRefused | null>(null);
  const query: Query<Parameters, Reply> = createQuery<Parameters, E>({
    ...definition,
    ask(api, parameters, get) {
      const isShown = isSame(get(query.parametersAtom), parameters) && !get(query.formerAtom);
      const shown = keepsPages && isShown ? (get(replyAtom) as Page | undefined)?.requestedData.length : 0;
      return shown ? askRows(api, parameters, shown, get) : askPage(api, parameters, {}, get);
    },
  });
  const first: Query<Parameters, Reply> = {
    ...query,
    loadAtom: atom(null, async (_get, set, ...args) => {
      set(failureAtom, null);
      await set(query.loadAtom, ...args);
    }),
  };

  /** Page by page, until there are so many rows, or no more. */
  async function askRows(
    api: ApiClient,
    parameters: Parameters,
    rows: number,
    get: Getter,
    onRows: (rows: number) => void = () => {},
  ): Promise<Answer<E>> {
    let answer = await askPage(api, parameters, { rows }, get);
    while (answer.ok) {
      const { requestedData, nextCursor: cursor } = answer.reply as Page;
      onRows(requestedData.length);
      if (requestedData.length >= rows || cursor === undefined) return answer;
      const next = await askPage(api, parameters, { cursor, rows: rows - requestedData.length }, get);
      if (!next.ok) return next;
      answer = { ...next, reply: joined(answer.reply, next.reply as Page) };
    }
    return answer;
  }

  const replyAtom = atom((get): Reply | undefined => {
    const [reply, further] = [get(first.replyAtom), get(furtherAtom)];
    return reply && further && stillFollow(further.behind, reply) ? joined(reply, further) : reply;
  });
  const nextAtom = atom((get) => (get(replyAtom) as Page | undefined)?.nextCursor);

  const moreAtom: WritableAtom<null, [], Promise<void>> = atom(null, async (get, set): Promise<void> => {
    const [parameters, behind, next] = [get(first.parametersAtom), get(first.replyAtom), get(nextAtom)];
    if (get(busyAtom) || parameters === undefined || behind === undefined || next === undefined) return;
    if (get(first.formerAtom)) return;
    set(busyAtom, true);
    set(failureAtom, null);
    const answer = await askPage(get(apiAsOfAtom), parameters, { cursor: next }, get);
    set(busyAtom, false);
    // The screen may show another list by now, or a newer answer.
    const reply = get(first.replyAtom);
    if (reply === undefined || !isSame(get(first.parametersAtom), parameters)) return;
    // A newer answer that ends elsewhere has another next page.
    if (keepsPages && get(nextAtom) !== next) return set(moreAtom);
    if (!keepsPages && !stillFollow(behind, reply)) return;
    if (!answer.ok) return set(failureAtom, refusedBy(answer, definition.failure));
    const further = get(furtherAtom);
    const before = further && stillFollow(further.behind, reply) ? further.requestedData : [];
    const page = answer.reply as Page;
    set(furtherAtom, { ...page, behind: reply, requestedData: [...before, ...page.requestedData] });
  });

  const allAtom = atom(null, async (get, _set, onRows: (rows: number) => void): Promise<Reply | null> => {
    const [parameters, reply] = [get(first.parametersAtom), get(replyAtom)];
    if (parameters === undefined || reply === undefined) return null;
    if (get(nextAtom) === undefined && !get(first.formerAtom)) return reply;
    const answer = await askRows(get(apiAsOfAtom), parameters, Number.POSITIVE_INFINITY, get, onRows);
    return answer.ok ? answer.reply : null;
  });

  return {
    first,
    replyAtom,
    hasMoreAtom: atom((get) => get(nextAtom) !== undefined),
    busyAtom,
    problemAtom: atom(
      (get) => get(failureAtom),
      (_get, set, _closed: null) => set(failureAtom, null),
    ),
    moreAtom,
    allAtom,
  };
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** `nextCursor` is that of the last page; a complete list has none. */
function joined<Reply>(reply: Reply, { requestedData, nextCursor }: Page): Reply {
  const { nextCursor: _before, ...first } = reply as Page;
  const rows = [...first.requestedData, ...requestedData];
  return { ...first, requestedData: rows, ...(nextCursor !== undefined && { nextCursor }) } as Reply;
}
