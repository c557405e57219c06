import type { Query, QueryClient } from '@tanstack/query-core';
import { atom } from 'jotai';
import { queryClientAtom } from './query-client.atoms.ts';
import type { Tag } from './tags.ts';

type IsMeant = (query: Query) => boolean;

/** Hashes of the keys that are fetched once more after the request under way. */
const waitingAtom = atom(() => new Set<string>());

/** Marks every answer with one of these tags as old: those on a screen are fetched again now, others on the next visit. */
export const invalidateAtom = atom(null, (get, _set, tags: readonly Tag[]): void => {
  const changed = new Set(tags);
  if (changed.size === 0) return;
  refetch(
    get(queryClientAtom),
    get(waitingAtom),
    ({ meta, state }) => !meta?.isPast && (meta?.tagsOf(state.data).some((tag) => changed.has(tag)) ?? false),
  );
});

/** News may have been missed: fetches everything on the screen again. */
export const invalidateAllAtom = atom(null, (get): void => {
  refetch(get(queryClientAtom), get(waitingAtom), ({ meta }) => !meta?.onRequestOnly);
});

/** Drops every answer. Those on a screen are asked for anew. */
export const resetAllAtom = atom(null, (get): void => {
  void get(queryClientAtom).resetQueries();
});

/** However many changes arrive during a request, it is followed by one more. */
function refetch(client: QueryClient, waiting: Set<string>, isMeant: IsMeant): void {
  const cache = client.getQueryCache();
  for (const query of cache.findAll({ predicate: isMeant })) {
    query.invalidate();
    if (!query.isActive() || waiting.has(query.queryHash)) continue;
    void refetchOne(client, waiting, query);
  }
}

async function refetchOne(client: QueryClient, waiting: Set<string>, query: Query): Promise<void> {
  const { queryHash, queryKey } = query;
  if (query.state.fetchStatus === 'fetching') {
    waiting.add(queryHash);
    await query.promise?.catch(() => undefined);
    waiting.delete(queryHash);
  }
  await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
}
