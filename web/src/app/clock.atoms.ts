import { atom } from 'jotai';
import { localDate } from '#contracts/local-date.ts';
import { asOfAtom } from '../api/as-of.atoms.ts';

const TICK_MS = 30_000;

export const timeZoneAtom = atom(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The time it is, to half a minute, as UTC ISO-8601; ticks while somebody uses it, and when the page is looked at again. */
export const clockAtom = atom(new Date().toISOString());
clockAtom.onMount = (set) => {
  const tick = () => set(new Date().toISOString());
  tick();
  const timer = setInterval(tick, TICK_MS);
  globalThis.document?.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    globalThis.document?.removeEventListener('visibilitychange', tick);
  };
};

/** The time that the screen shows: it is now, or stands still in the past. */
export const nowAtom = atom((get) => get(asOfAtom) ?? get(clockAtom));

/** The calendar date that the screen shows as today, on this person's wall. */
export const todayAtom = atom((get) => localDate(get(nowAtom), get(timeZoneAtom)));
