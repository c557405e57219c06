import { atom } from 'jotai';
import { localDate } from '#contracts/local-date.ts';

const TICK_MS = 30_000;

export const timeZoneAtom = atom(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Now, to half a minute, as UTC ISO-8601; ticks while somebody uses it, and when the page is looked at again. */
export const nowAtom = atom(new Date().toISOString());
nowAtom.onMount = (set) => {
  const tick = () => set(new Date().toISOString());
  tick();
  const timer = setInterval(tick, TICK_MS);
  globalThis.document?.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    globalThis.document?.removeEventListener('visibilitychange', tick);
  };
};

/** The calendar date on this person's wall. */
export const todayAtom = atom((get) => localDate(get(nowAtom), get(timeZoneAtom)));
