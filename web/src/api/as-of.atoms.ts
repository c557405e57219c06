import { atom } from 'jotai';
import { formatAsOf } from '#contracts/as-of.ts';
import { apiAtom } from './api.atoms.ts';
import type { ApiClient } from './api-client.ts';

/** The instant (UTC ISO-8601) that the screen shows, from the address; null is now. */
export const asOfAtom = atom<string | null>(null);

/** The position of the log, if the address names one: two events may have the same instant. */
export const asOfPositionAtom = atom<number | null>(null);

/** The moment that the screen shows, as `?as-of=` takes it; null is now. */
export const shownMomentAtom = atom((get): string | null => {
  const [instant, position] = [get(asOfAtom), get(asOfPositionAtom)];
  return instant === null || position === null ? instant : formatAsOf({ kind: 'position', position });
});

/** The screen shows the past: it is read-only, and no news changes it. */
export const isPastAtom = atom((get) => get(asOfAtom) !== null);

/** The REST API as of the moment that the screen shows. Calls of the session use `apiAtom`, which is always now. */
export const apiAsOfAtom = atom((get) => {
  const at = get(shownMomentAtom);
  return at === null ? get(apiAtom) : clientAsOf(get(apiAtom), at);
});

/** The same client, but endpoints that can show the past answer as of `at`, a moment as `?as-of=` takes it. */
export function clientAsOf(client: ApiClient, at: string): ApiClient {
  return {
    call: (endpoint, input) => client.call(endpoint, endpoint.asOf ? { ...input, asOf: at } : input),
  };
}
