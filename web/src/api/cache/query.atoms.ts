import { QueryObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/query-core';
import { type Atom, atom, type Getter, type WritableAtom } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { type ErrorBody, type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../api.atoms.ts';
import { isGeneric } from '../api-client.ts';
import { clientAsOf, shownMomentAtom } from '../as-of.atoms.ts';
import { type CachedAnswer, type QueryDefinition, QueryRefused } from './query.ts';
import { queryClientAtom } from './query-client.atoms.ts';
import { withSameRows } from './same-rows.ts';

/** `asOf`: the moment of the answer, as `?as-of=` takes it; null is now. */
type QueryKey<Parameters> = readonly [path: string, parameters: Parameters, asOf: string | null];

type Cached<E extends Endpoint> = CachedAnswer<ReplyOf<E>>;
type ObserverOptions<Parameters, E extends Endpoint> = QueryObserverOptions<
  Cached<E>,
  Error,
  Cached<E>,
  Cached<E>,
  QueryKey<Parameters>
>;

/** How long an answer is kept after its last screen is closed. */
const KEPT_MS = 300_000;

function queryOptions<Parameters, E extends Endpoint>(
  definition: QueryDefinition<Parameters, E>,
  key: QueryKey<Parameters>,
  get: Getter,
): ObserverOptions<Parameters, E> {
  const { refetchAfterMs, onRequestOnly = false, staysFor = () => false } = definition;
  const [, parameters, asOf] = key;
  return {
    queryKey: key,
    queryFn: () => ask(definition, key, get),
    // A slider over the past makes an answer for each moment, which would fill the memory.
    gcTime: definition.forgetOnLeave || asOf !== null ? 0 : KEPT_MS,
    refetchOnWindowFocus: !onRequestOnly,
    meta: {
      tagsOf: (data) => definition.tags?.(parameters, (data as Cached<E> | undefined)?.reply) ?? [],
      isPast: asOf !== null,
      onRequestOnly,
    },
    // From one moment of the past to the next nothing flickers. The past is never shown as now.
    placeholderData: (before, query) => {
      if (!query) return undefined;
      const [, asked, then] = query.queryKey;
      const ofThePast = asOf !== null && then !== null && isSame(asked, parameters);
      return ofThePast || (then === asOf && staysFor(asked, parameters)) ? before : undefined;
    },
    structuralSharing: keepRows,
    ...(refetchAfterMs && { refetchInterval: ({ state }) => refetchAfterMs(state.data?.reply) }),
  };
}

async function ask<Parameters, E extends Endpoint>(
  { ask: askFor, failure }: QueryDefinition<Parameters, E>,
  [, parameters, asOf]: QueryKey<Parameters>,
  get: Getter,
): Promise<Cached<E>> {
  const api = get(apiAtom);
  const answer = await askFor(asOf === null ? api : clientAsOf(api, asOf), parameters, get);
  if (!answer.ok) throw refusedBy(answer, failure);
  return { reply: answer.reply, stale: answer.stale };
}

/** Why a query failed: in the words of the specification, unless the refusal explains itself. */
export function refusedBy({ error, message }: ErrorBody, failure?: MessageCode): QueryRefused {
  const own = isGeneric(error) ? messages.failedFetch : message;
  return new QueryRefused(error, failure ? messages[failure] : own);
}

function keepRows(before: unknown, after: unknown): unknown {
  const [former, next] = [before as CachedAnswer<object> | undefined, after as CachedAnswer<object>];
  return former ? { ...next, reply: withSameRows(former.reply, next.reply) } : next;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export type LoadOptions = {
  /** Shows the last answer and fetches nothing, for example while the row is being deleted. */
  readonly paused?: boolean;
  /** Is not fetched again after writes and live news: the row under a form must not vanish while the person types. */
  readonly ignoresTags?: boolean;
};

/** A query as a screen uses it, for parameters such as an id or a date, at the moment that the screen shows. */
export type Query<Parameters, Reply> = {
  /** The last ones. A screen that has just got others must not show the answer for these. */
  readonly parametersAtom: Atom<Parameters | undefined>;
  /** The last answer for these parameters. It stays while it is fetched again, and when that fails. */
  readonly replyAtom: Atom<Reply | undefined>;
  /** Why the last request failed, for people; null if it did not, or if the message was closed. */
  readonly problemAtom: WritableAtom<string | null, [null], void>;
  /** The refusal of the last request, which tells a missing row from an outage. */
  readonly errorAtom: Atom<MessageCode | null>;
  readonly loadingAtom: Atom<boolean>;
  /** The answer is the one for the parameters before, until the new one arrives. */
  readonly formerAtom: Atom<boolean>;
  /** The answer may lack the person's own last write. */
  readonly staleAtom: Atom<boolean>;
  /** Shows a cached answer at once and fetches it again. From then on the answer follows writes and live news. */
  readonly loadAtom: WritableAtom<null, [Parameters, LoadOptions?], Promise<void>>;
  /** Fetches again for the same parameters; does nothing before the first load. */
  readonly reloadAtom: WritableAtom<null, [], Promise<void>>;
};

type Observer<Parameters, Reply> = QueryObserver<
  CachedAnswer<Reply>,
  Error,
  CachedAnswer<Reply>,
  CachedAnswer<Reply>,
  QueryKey<Parameters>
>;

type Observed<Parameters, Reply> = {
  readonly key: QueryKey<Parameters>;
  readonly keyHash: string | undefined;
  readonly result: QueryObserverResult<CachedAnswer<Reply>, Error>;
  /** Of the last request; it stays during the next one. */
  readonly error: Error | null;
};

export function createQuery<Parameters, E extends Endpoint>(
  definition: QueryDefinition<Parameters, E>,
): Query<Parameters, ReplyOf<E>> {
  const observerAtom = atom<Observer<Parameters, ReplyOf<E>> | null>(null);
  const resultAtom = atom<Observed<Parameters, ReplyOf<E>> | null>(null);
  const optionsAtom = atom<LoadOptions>({});
  const closedProblemAtom = atom<Error | null>(null);

  /** Follows the cache from the first load until the last screen is closed; keeps what was shown last. */
  const observedAtom = atom(
    (get) => get(resultAtom),
    (get, set) => {
      get(observerAtom)?.destroy();
      set(observerAtom, null);
    },
  );
  observedAtom.onMount = (leave) => () => leave();

  const currentAtom = atom((get) => {
    const observed = get(observedAtom);
    const [shown, asked] = [observed?.key[2] ?? null, get(shownMomentAtom)];
    const follows = shown !== null && asked !== null;
    return shown === asked || follows ? observed?.result.data : undefined;
  });
  const refusalAtom = atom((get) => get(observedAtom)?.error ?? null);

  /** `again`: a request that is under way does not count. */
  const fetchAtom = atom(null, async (get, set, parameters: Parameters, again: boolean): Promise<void> => {
    const key: QueryKey<Parameters> = [definition.endpoint.path, parameters, get(shownMomentAtom)];
    const { paused = false, ignoresTags = false } = get(optionsAtom);
    const followed = ignoresTags ? { ...definition, tags: () => [] } : definition;
    const options = { ...queryOptions(followed, key, get), enabled: !paused };
    const known = get(observerAtom);
    const observer: Observer<Parameters, ReplyOf<E>> = known ??
    new QueryObserver(get(queryClientAtom), options);
    const show = () => {
      const { queryKey, queryHash: keyHash } = observer.options;
      const [result, before] = [observer.getCurrentResult(), get(resultAtom)];
      const triesAgain = result.isFetching && before?.keyHash === keyHash;
      const error = result.error ?? (triesAgain && before ? before.error : null);
      set(resultAtom, { key: queryKey, keyHash, result, error });
    };
    if (known) known.setOptions(options);
    else {
      set(observerAtom, observer);
      observer.subscribe(show);
    }
    show();
    if (paused) return;
    const { error } = await observer.refetch({ cancelRefetch: again });
    if (error && !(error instanceof QueryRefused)) throw error;
  });

  return {
    parametersAtom: atom((get) => get(observedAtom)?.key[1]),
    replyAtom: atom((get) => get(currentAtom)?.reply),
    staleAtom: atom((get) => get(currentAtom)?.stale ?? false),
    problemAtom: atom(
      (get) => {
        const refusal = get(refusalAtom);
        return refusal === get(closedProblemAtom) ? null : (refusal?.message ?? null);
      },
      (get, set, _closed: null) => set(closedProblemAtom, get(refusalAtom)),
    ),
    errorAtom: atom((get) => {
      const refusal = get(refusalAtom);
      return refusal instanceof QueryRefused ? refusal.code : null;
    }),
    loadingAtom: atom((get) => get(observedAtom)?.result.isFetching ?? false),
    formerAtom: atom((get) => get(observedAtom)?.result.isPlaceholderData ?? false),
    loadAtom: atom(null, async (_get, set, parameters: Parameters, options: LoadOptions = {}) => {
      set(optionsAtom, options);
      await set(fetchAtom, parameters, false);
    }),
    reloadAtom: atom(null, async (get, set) => {
      const key = get(observerAtom)?.options.queryKey;
      if (key) await set(fetchAtom, key[1], true);
    }),
  };
}
