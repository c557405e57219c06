import type { QueryObserverOptions } from '@tanstack/query-core';
import type { Getter } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../api.atoms.ts';
import { clientAsOf } from '../as-of-client.ts';
import { type CachedAnswer, type QueryDefinition, QueryRefused } from './query.ts';

/** `asOf`: the moment of the answer, as `?as-of=` takes it; null is now. */
export type QueryKey<Parameters> = readonly [path: string, parameters: Parameters, asOf: string | null];

type Cached<E extends Endpoint> = CachedAnswer<ReplyOf<E>>;
export type ObserverOptions<Parameters, E extends Endpoint> = QueryObserverOptions<
  Cached<E>,
  Error,
  Cached<E>,
  Cached<E>,
  QueryKey<Parameters>
>;

/** How long an answer is kept after its last screen is closed. */
const KEPT_MS = 300_000;

export function queryOptions<Parameters, E extends Endpoint>(
  definition: QueryDefinition<Parameters, E>,
  key: QueryKey<Parameters>,
  get: Getter,
): ObserverOptions<Parameters, E> {
  const { share, refetchAfterMs, onRequestOnly = false } = definition;
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
    placeholderData: (before, query) =>
      query && asOf !== null && query.queryKey[2] !== null && isSame(query.queryKey[1], parameters)
        ? before
        : undefined,
    ...(share && { structuralSharing: shared(share) }),
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
  if (!answer.ok) throw new QueryRefused(answer.error, failure ? messages[failure] : answer.message);
  return { reply: answer.reply, stale: answer.stale };
}

function shared<Reply>(share: (before: Reply, after: Reply) => Reply) {
  return (before: unknown, after: unknown): unknown => {
    const [former, next] = [before as CachedAnswer<Reply> | undefined, after as CachedAnswer<Reply>];
    return former ? { ...next, reply: share(former.reply, next.reply) } : next;
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
