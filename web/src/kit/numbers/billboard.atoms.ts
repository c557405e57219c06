import { atom } from 'jotai';
import { byBillboardOrder } from '#contracts/billboard.ts';
import { type BillboardRow, getDailyLogs } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import { apiAsOfAtom, isPastAtom, shownMomentAtom } from '../../api/as-of.atoms.ts';
import { withSameRows } from '../../api/cache/same-rows.ts';
import { connectionAtom, liveBillboardAtom, liveBillboardVersionAtom } from '../../live/live.atoms.ts';
import { nowAtom, todayAtom } from '../clock.atoms.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { createCurrentRates } from './current-rate.ts';

const FIRST_LOAD_MS = 800;
const REFRESH_MS = 300_000;

/**
 * An answer counts unless live news is newer: the request asks for at least the version of live, and live news that
 * arrived after the request wins.
 */
const askedAtom = atom<Asked | null>(null);
type Asked = { board: BillboardSnapshot; over: BillboardSnapshot | undefined; asOf: string | null };
export const billboardProblemAtom = atom<string | null>(null);

/**
 * Today's board from its newest source. On a screen of the past it is the board of that moment, or of the moment
 * before while that is loading.
 */
export const boardAtom = atom((get): BillboardSnapshot | undefined => {
  const live = get(liveBillboardAtom);
  const [asked, asOf] = [get(askedAtom), get(shownMomentAtom)];
  if (asOf !== null) return asked?.asOf && get(billboardProblemAtom) === null ? asked.board : undefined;
  return asked && asked.asOf === null && asked.over === live ? asked.board : live;
});

const rowsByClock = createCurrentRates<BillboardRow>(
  (row) => ({
    sales: row.sales,
    loginTime: row.login_time,
    shiftDuration: row.shift_duration,
    salesPerHour: row.sales_per_hour,
  }),
  (row, sales_per_hour) => ({ ...row, sales_per_hour }),
);

const rankedAtom = atom((get) => get(boardAtom)?.rows.toSorted(byBillboardOrder));

/** Today's rows in the order of their rank, with current rates; undefined until the first load or snapshot. */
export const billboardAtom = atom((get) => {
  // Read before the board, so that the clock runs when it arrives.
  const now = get(nowAtom);
  return get(rankedAtom)?.map((row) => rowsByClock(row, now));
});

/** Whether the board is shown, or failed to load. */
export const isBillboardLoadedAtom = atom(
  (get) => get(boardAtom) !== undefined || get(billboardProblemAtom) !== null,
);

/** The own place on the board, from 1; 0 when the person is not on it. */
export const ownPlaceAtom = atom((get) => {
  const { id } = get(employeeAtom);
  return (get(rankedAtom)?.findIndex((row) => row.employee_id === id) ?? -1) + 1;
});

/** Whether news has stopped arriving; not right after the page was opened. */
export const isBillboardStaleAtom = atom((get) =>
  get(isPastAtom) ? false : ['reconnecting', 'signed out'].includes(get(connectionAtom)),
);

export const loadBillboardAtom = atom(null, async (get, set) => {
  const over = get(liveBillboardAtom);
  const [date, asOf] = [get(todayAtom), get(shownMomentAtom)];
  const answer = await get(apiAsOfAtom).call(getDailyLogs, {
    params: { date },
    since: get(liveBillboardVersionAtom),
  });
  // The screen has changed to another moment.
  if (get(shownMomentAtom) !== asOf) return;
  set(billboardProblemAtom, answer.ok ? null : answer.message);
  if (!answer.ok || (answer.stale && over)) return;
  const shown = { requestedData: get(boardAtom)?.rows };
  const { requestedData: rows } = withSameRows(shown, answer.reply);
  set(askedAtom, { board: { date, rows }, over, asOf });
});

/** Forgotten with the screen: on the next visit changes since then would look like news. */
const forgetBillboardAtom = atom(null, (_get, set) => {
  set(askedAtom, null);
  set(billboardProblemAtom, null);
});

/** While the board is shown: loads it after 800 ms, then every five minutes, whatever live news arrives. */
export const billboardRefreshAtom = atom(null, (_get, set): (() => void) => {
  const load = () => void set(loadBillboardAtom);
  const first = setTimeout(load, FIRST_LOAD_MS);
  const timer = setInterval(load, REFRESH_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    set(forgetBillboardAtom);
  };
});
billboardRefreshAtom.onMount = (start) => start();
