import { atom } from 'jotai';
import { formatAsOf } from '#contracts/as-of.ts';
import { apiAtom } from './api.atoms.ts';
import { clientAsOf } from './as-of-client.ts';

/** The instant (UTC ISO-8601) that the screen shows; null is now. What stands in the address decides it. */
export const asOfAtom = atom<string | null>(null);

/** The position of the log, where the address names one: two events may have had the same instant. */
export const asOfPositionAtom = atom<number | null>(null);

/** The moment that the screen shows as calls name it; null is now. */
export const askedAsOfAtom = atom((get): string | null => {
  const [instant, position] = [get(asOfAtom), get(asOfPositionAtom)];
  return instant === null || position === null ? instant : formatAsOf({ kind: 'position', position });
});

/** The past is looked at: nothing is written, and no news changes it. */
export const isPastAtom = atom((get) => get(asOfAtom) !== null);

/** The REST API as of the moment that the screen shows. What the session itself asks goes to `apiAtom`: that is now. */
export const apiAsOfAtom = atom((get) => {
  const at = get(askedAsOfAtom);
  return at === null ? get(apiAtom) : clientAsOf(get(apiAtom), at);
});
