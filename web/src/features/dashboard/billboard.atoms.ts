import { atom } from 'jotai';
import { type BillboardRow, getDailyLogs } from '#contracts/endpoints/logs.endpoints.ts';
import type { BillboardSnapshot } from '#contracts/live/live-protocol.ts';
import { apiAsOfAtom, askedAsOfAtom, isPastAtom } from '../../api/as-of.atoms.ts';
import { nowAtom, todayAtom } from '../../app/clock.atoms.ts';
import { createRatesByClock } from '../../app/numbers/rate-by-clock.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { connectionAtom, liveBillboardAtom, liveBillboardVersionAtom } from '../../live/live.atoms.ts';

const FIRST_LOAD_MS = 800;
const REFRESH_MS = 300_000;

/**
 * An answer counts unless it is older than what live shows: it is asked to know as much, and live news that
 * came since the question is newer.
 */
const askedAtom = atom<Asked | null>(null);
type Asked = { board: BillboardSnapshot; over: BillboardSnapshot | undefined; asOf: string | null };
export const billboardProblemAtom = atom<string | null>(null);

/**
 * Today's board as it was told, newest source first. Of the past it is the one of that moment, or of the one before
 * until that is here.
 */
export const boardAtom = atom((get): BillboardSnapshot | undefined => {
  const live = get(liveBillboardAtom);
  const [asked, asOf] = [get(askedAtom), get(askedAsOfAtom)];
  if (asOf !== null) return asked?.asOf && get(billboardProblemAtom) === null ? asked.board : undefined;
  return asked && asked.asOf === null && asked.over === live ? asked.board : live;
});

const rowsByClock = createRatesByClock<BillboardRow>(
  (row) => ({
    sales: row.sales,
    loginTime: row.login_time,
    shiftDuration: row.shift_duration,
    salesPerHour: row.sales_per_hour,
  }),
  (row, sales_per_hour) => ({ ...row, sales_per_hour }),
);

const names = new Intl.Collator();

/** Best first: commission, then closed sales, then the name, so that equal rows do not dance. */
function byRank(left: BillboardRow, right: BillboardRow): number {
  return (
    right.commission - left.commission ||
    right.sales - left.sales ||
    names.compare(left.first_name, right.first_name) ||
    names.compare(left.last_name, right.last_name) ||
    names.compare(left.employee_id, right.employee_id)
  );
}

const rankedAtom = atom((get) => get(boardAtom)?.rows.toSorted(byRank));

/** Today's rows in their rank, rates by the clock; undefined until the first load or snapshot. */
export const billboardAtom = atom((get) => {
  // Before anything is told, so that the clock is running by then.
  const now = get(nowAtom);
  return get(rankedAtom)?.map((row) => rowsByClock(row, now));
});

/** It is on the screen, or it is clear that it will not be soon. */
export const isBillboardThereAtom = atom(
  (get) => get(boardAtom) !== undefined || get(billboardProblemAtom) !== null,
);

/** The own place on the board, from 1; 0 when the person is not on it. */
export const ownPlaceAtom = atom((get) => {
  const { id } = get(employeeAtom);
  return (get(rankedAtom)?.findIndex((row) => row.employee_id === id) ?? -1) + 1;
});

/** News does not arrive now; who only just opened the page is not behind. */
export const billboardIsBehindAtom = atom((get) =>
  get(isPastAtom) ? false : ['reconnecting', 'signed out'].includes(get(connectionAtom)),
);

export const loadBillboardAtom = atom(null, async (get, set) => {
  const over = get(liveBillboardAtom);
  const [date, asOf] = [get(todayAtom), get(askedAsOfAtom)];
  const answer = await get(apiAsOfAtom).call(getDailyLogs, {
    params: { date },
    since: get(liveBillboardVersionAtom),
  });
  // Another moment is looked at by now.
  if (get(askedAsOfAtom) !== asOf) return;
  set(billboardProblemAtom, answer.ok ? null : answer.message);
  if (answer.ok && !(answer.stale && over))
    set(askedAtom, { board: { date, rows: answer.reply.requestedData }, over, asOf });
});

/** Left, it is not kept: who comes back would take what happened meanwhile for news. */
const forgetBillboardAtom = atom(null, (_get, set) => {
  set(askedAtom, null);
  set(billboardProblemAtom, null);
});

/** While the board is on screen: first loaded after 800 ms, then every five minutes, whatever live brings. */
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
