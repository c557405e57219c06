import { atom } from 'jotai';
import { apiAtom } from './api.atoms.ts';
import { clientAsOf } from './as-of-client.ts';

/** The instant (UTC ISO-8601) that the screen shows; null is now. What stands in the address decides it. */
export const asOfAtom = atom<string | null>(null);

/** The past is looked at: nothing is written, and no news changes it. */
export const isPastAtom = atom((get) => get(asOfAtom) !== null);

/** The REST API as of the instant that the screen shows. What the session itself asks goes to `apiAtom`: that is now. */
export const apiAsOfAtom = atom((get) => {
  const at = get(asOfAtom);
  return at === null ? get(apiAtom) : clientAsOf(get(apiAtom), at);
});
