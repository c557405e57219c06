import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { Answer, ApiClient } from '../api-client.ts';
import { apiAsOfAtom } from '../as-of.atoms.ts';
import { createQuery, problemOf, type Query } from './query.atoms.ts';
import type { QueryDefinition } from './query.ts';

/** A list that is fetched page by page. */
export type InfiniteQuery<Parameters, Reply> = {
  /** The first page, a query like any other. */
  readonly first: Query<Parameters, Reply>;
  /** The reply of the first page, with the rows of all loaded pages. */
  readonly replyAtom: Atom<Reply | undefined>;
  readonly hasMoreAtom: Atom<boolean>;
  readonly busyAtom: Atom<boolean>;
  /** Why the last further page failed to load, for people. */
  readonly problemAtom: WritableAtom<string | null, [null], void>;
  /** Loads the page after the last one. */
  readonly moreAtom: WritableAtom<null, [], Promise<void>>;
};

type InfiniteDefinition<Parameters, E extends Endpoint> = Omit<QueryDefinition<Parameters, E>, 'ask'> & {
  readonly askPage: (
    api: ApiClient,
    parameters: Parameters,
    /** Undefined for the first page. */
    cursor: string | undefined,
    get: Getter,
  ) => Promise<Answer<E>>;
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
  ...definition
}: InfiniteDefinition<Parameters, E>): InfiniteQuery<Parameters, ReplyOf<E>> {
  type Reply = ReplyOf<E>;
  const furtherAtom = atom<FurtherPages<Reply> | null>(null);
  const busyAtom = atom(false);
  const failureAtom = atom<string | null>(null);
  const query = createQuery<Parameters, E>({
    ...definition,
    ask: (api, parameters, get) => askPage(api, parameters, undefined, get),
  });
  const first: Query<Parameters, Reply> = {
    ...query,
    loadAtom: atom(null, async (_get, set, ...args) => {
      set(failureAtom, null);
      await set(query.loadAtom, ...args);
    }),
  };

  const replyAtom = atom((get): Reply | undefined => {
    const [reply, further] = [get(first.replyAtom), get(furtherAtom)];
    return reply && further && stillFollow(further.behind, reply) ? joined(reply, further) : reply;
  });
  const nextAtom = atom((get) => (get(replyAtom) as Page | undefined)?.nextCursor);

  const moreAtom = atom(null, async (get, set): Promise<void> => {
    const [parameters, behind, next] = [get(first.parametersAtom), get(first.replyAtom), get(nextAtom)];
    if (get(busyAtom) || parameters === undefined || behind === undefined || next === undefined) return;
    set(busyAtom, true);
    set(failureAtom, null);
    const answer = await askPage(get(apiAsOfAtom), parameters, next, get);
    set(busyAtom, false);
    // The screen may show another list by now, or a newer answer.
    const reply = get(first.replyAtom);
    const isOther = JSON.stringify(get(first.parametersAtom)) !== JSON.stringify(parameters);
    if (isOther || reply === undefined || !stillFollow(behind, reply)) return;
    if (!answer.ok) return set(failureAtom, problemOf(answer, definition.failure));
    const further = get(furtherAtom);
    const before = further && stillFollow(further.behind, reply) ? further.requestedData : [];
    const page = answer.reply as Page;
    set(furtherAtom, { ...page, behind: reply, requestedData: [...before, ...page.requestedData] });
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
  };
}

/** `nextCursor` is that of the last page; a complete list has none. */
function joined<Reply>(reply: Reply, { requestedData, nextCursor }: Page): Reply {
  const { nextCursor: _before, ...first } = reply as Page;
  const rows = [...first.requestedData, ...requestedData];
  return { ...first, requestedData: rows, ...(nextCursor !== undefined && { nextCursor }) } as Reply;
}
