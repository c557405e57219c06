import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { getEvents } from '#contracts/endpoints/history.endpoints.ts';
import type { HistoryEntry } from '#contracts/history/entry.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createResource, type Resource } from '../../api/resource.atoms.ts';

type Page = ReplyOf<typeof getEvents>;
type Ask<Question> = (
  api: ApiClient,
  question: Question,
  /** Left out for the first page. */
  cursor: string | undefined,
  get: Getter,
) => Promise<Answer<typeof getEvents>>;

/** A history, fetched page by page. */
export type Pages<Question> = {
  /** Its first page; it is asked for anew as any resource is. */
  readonly first: Resource<Question, Page>;
  /** Of all pages that are here; undefined until the first is. */
  readonly entriesAtom: Atom<readonly HistoryEntry[] | undefined>;
  readonly hasMoreAtom: Atom<boolean>;
  readonly busyAtom: Atom<boolean>;
  /** Why a further page did not come, for people. */
  readonly problemAtom: WritableAtom<string | null, [string | null], void>;
  /** Fetches the page behind the last one. */
  readonly moreAtom: WritableAtom<null, [], Promise<void>>;
};

type Further = {
  /** The cursor of the first page that these follow. */
  readonly behind: string;
  readonly entries: readonly HistoryEntry[];
  readonly next: string | undefined;
};

export function createPages<Question>(ask: Ask<Question>): Pages<Question> {
  const questionAtom = atom<{ question: Question } | null>(null);
  const furtherAtom = atom<Further | null>(null);
  const busyAtom = atom(false);
  const problemAtom = atom<string | null>(null);

  const resource = createResource<Question, typeof getEvents>({
    ask: (api, question, get) => ask(api, question, undefined, get),
  });
  const first: Resource<Question, Page> = {
    ...resource,
    loadAtom: atom(null, async (_get, set, question: Question) => {
      set(questionAtom, { question });
      set(problemAtom, null);
      await set(resource.loadAtom, question);
    }),
  };

  /** Pages behind another first page than this one are of no use: something would be missing between them. */
  const fittingAtom = atom((get) => {
    const [page, further] = [get(first.replyAtom), get(furtherAtom)];
    return page?.nextCursor !== undefined && further?.behind === page.nextCursor ? further : null;
  });
  const nextAtom = atom((get) => {
    const further = get(fittingAtom);
    return further ? further.next : get(first.replyAtom)?.nextCursor;
  });

  return {
    first,
    entriesAtom: atom((get) => {
      const page = get(first.replyAtom);
      return page && [...page.requestedData, ...(get(fittingAtom)?.entries ?? [])];
    }),
    hasMoreAtom: atom((get) => get(nextAtom) !== undefined),
    busyAtom,
    problemAtom,
    moreAtom: atom(null, async (get, set): Promise<void> => {
      const [asked, behind, next] = [get(questionAtom), get(first.replyAtom)?.nextCursor, get(nextAtom)];
      if (get(busyAtom) || !asked || behind === undefined || next === undefined) return;
      set(busyAtom, true);
      set(problemAtom, null);
      const answer = await ask(get(apiAtom), asked.question, next, get);
      set(busyAtom, false);
      // Meanwhile another list, or a newer one, may be shown.
      if (get(nextAtom) !== next || get(questionAtom) !== asked) return;
      if (!answer.ok) return set(problemAtom, answer.message);
      const { requestedData, nextCursor } = answer.reply;
      const entries = [...(get(fittingAtom)?.entries ?? []), ...requestedData];
      set(furtherAtom, { behind, entries, next: nextCursor });
    }),
  };
}
