import { atom } from 'jotai';
import { getAllCampaigns } from '#contracts/endpoints/campaigns.endpoints.ts';
import { asOfAtom } from '../../api/as-of.atoms.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { totalsOf } from '../../app/numbers/board-totals.ts';
import { billboardAtom } from './billboard.atoms.ts';
import { type Pace, paceOf } from './wall-totals.ts';

const ROWS_ON_WALL = 10;

/** The best ten. */
export const wallRowsAtom = atom((get) => get(billboardAtom)?.slice(0, ROWS_ON_WALL));

/** Undefined until the board is there: before, nobody knows that it is nothing. */
export const wallTotalsAtom = atom((get) => {
  const rows = get(billboardAtom);
  return rows && totalsOf(rows);
});

/** The hourly goals, which no row of the billboard carries. */
export const wallGoals = createResource({
  ask: (api, _today: string) => api.call(getAllCampaigns, { query: {} }),
});

/** Undefined until board and goals are known. */
export const wallPaceAtom = atom((get): Pace | undefined => {
  const [rows, goals] = [get(billboardAtom), get(wallGoals.replyAtom)];
  return rows && goals && paceOf(rows, goals.requestedData);
});

const MINUTE_MS = 60_000;

const clockMinuteAtom = atom(new Date().toISOString());
clockMinuteAtom.onMount = (set) => {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    set(new Date().toISOString());
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  tick();
  return () => clearTimeout(timer);
};

/** The minute that the wall shows, as UTC ISO-8601: the one it is, changing when that does, or the moment in the past. */
export const minuteAtom = atom((get) => get(asOfAtom) ?? get(clockMinuteAtom));

/** Off until somebody switches it on, each time the wall is opened. */
export const soundAtom = atom(false);
