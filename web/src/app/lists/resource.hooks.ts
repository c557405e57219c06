import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { askedAsOfAtom } from '../../api/as-of.atoms.ts';
import type { Resource } from '../../api/resource.atoms.ts';
import { connectionAtom } from '../../live/live.atoms.ts';

/**
 * Loads while a screen shows it: at once, when the question or the instant it is of changes, and when a lost connection is back, so that
 * nothing is missed. Also when somebody comes back to a page that was left open: what is not told live may be old.
 */
export function useResource<Question, Reply>(
  resource: Resource<Question, Reply>,
  question: Question,
): Reply | undefined {
  const load = useSetAtom(resource.loadAtom);
  const reload = useSetAtom(resource.reloadAtom);
  const connection = useAtomValue(connectionAtom);
  const asOf = useAtomValue(askedAsOfAtom);
  const wasLost = useRef(false);
  const key = JSON.stringify([question, asOf]);
  useEffect(() => {
    const [asked] = JSON.parse(key) as [Question, unknown];
    void load(asked);
  }, [load, key]);
  useEffect(() => {
    if (connection === 'live' && wasLost.current) void reload();
    wasLost.current = connection === 'reconnecting' || connection === 'signed out';
  }, [connection, reload]);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [reload]);
  return useAtomValue(resource.replyAtom);
}

/** One row of a list that comes whole: null when there is no such row, undefined while that is not known. */
export function useRowOf<Row>(
  resource: Resource<null, { requestedData: Row[] }>,
  isIt: (row: Row) => boolean,
): Row | null | undefined {
  const row = useResource(resource, null)?.requestedData.find(isIt);
  const rows = useAtomValue(resource.replyAtom);
  const isAsking = useAtomValue(resource.loadingAtom);
  const hasFailed = useAtomValue(resource.errorAtom) !== null;
  return row ?? (rows && !isAsking && !hasFailed ? null : undefined);
}
