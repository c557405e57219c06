import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { shownMomentAtom } from '../../api/as-of.atoms.ts';
import type { LoadOptions, Query } from '../../api/cache/query.atoms.ts';

/**
 * Loads while a screen shows it: at once, and when the parameters or the moment of the screen change. Writes, live
 * news, a restored connection and a return to the page refetch it.
 */
export function useQuery<Parameters, Reply>(
  query: Query<Parameters, Reply>,
  parameters: Parameters,
  { paused = false, ignoresTags = false }: LoadOptions = {},
): Reply | undefined {
  const load = useSetAtom(query.loadAtom);
  const asOf = useAtomValue(shownMomentAtom);
  const key = JSON.stringify([parameters, asOf]);
  useEffect(() => {
    const [asked] = JSON.parse(key) as [Parameters, unknown];
    void load(asked, { paused, ignoresTags });
  }, [load, key, paused, ignoresTags]);
  return useAtomValue(query.replyAtom);
}

/** One row of a list that is loaded as a whole: null when there is no such row, undefined until loaded. */
export function useRowOf<Row>(
  query: Query<null, { requestedData: Row[] }>,
  isIt: (row: Row) => boolean,
  options?: LoadOptions,
): Row | null | undefined {
  const row = useQuery(query, null, options)?.requestedData.find(isIt);
  const rows = useAtomValue(query.replyAtom);
  const isLoading = useAtomValue(query.loadingAtom);
  const hasFailed = useAtomValue(query.errorAtom) !== null;
  return row ?? (rows && !isLoading && !hasFailed ? null : undefined);
}
