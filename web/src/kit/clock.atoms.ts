import { atom } from 'jotai';
import { localDate } from '#contracts/local-date.ts';
import { asOfAtom } from '../api/as-of.atoms.ts';

const TICK_MS = 30_000;

export const timeZoneAtom = atom(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The current time to half a minute, as UTC ISO-8601. Ticks while an atom uses it, and when the page becomes visible. */
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

/** The calendar date of the current time, in the zone of the browser; also while the screen shows the past. */
export const currentDateAtom = atom((get) => localDate(get(clockAtom), get(timeZoneAtom)));

/** The moment that the screen shows: the current time, or a fixed moment of the past. */
export const nowAtom = atom((get) => get(asOfAtom) ?? get(clockAtom));

/** The calendar date of that moment, in the zone of the browser. */
export const todayAtom = atom((get) => localDate(get(nowAtom), get(timeZoneAtom)));
