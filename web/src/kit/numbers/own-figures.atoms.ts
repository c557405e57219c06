import { atom } from 'jotai';
import { getEmployee } from '#contracts/endpoints/employees.endpoints.ts';
import { getCommission, updateSalesPerHour } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { nowAtom, todayAtom } from '../clock.atoms.ts';
import { keptFiguresAtom } from '../session/kept-answers.atoms.ts';
import { employeeAtom, sessionAtom } from '../session/session.atoms.ts';
import { ownPastAtom } from '../time-travel/own-past.atoms.ts';
import { createCurrentRates } from './current-rate.ts';

const REFRESH_MS = 600_000;

type Asked = Partial<
  Pick<OwnFigures, 'salesPerHour' | 'shiftDuration' | 'date' | 'loginTime' | 'timezone' | 'startReason'>
>;

/** The figures of a reply. They count until newer live figures arrive. */
const askedAtom = atom<{ figures: Asked; over: OwnFigures | undefined } | null>(null);

/** Stores figures of a reply, together with the live figures at the time of the request. */
export const noteFiguresAtom = atom(null, (get, set, figures: Asked, over: OwnFigures | undefined) => {
  const before = get(askedAtom);
  set(askedAtom, { figures: before?.over === over ? { ...before?.figures, ...figures } : figures, over });
});

const latestFiguresAtom = atom((get): OwnFigures | undefined => {
  const live = get(liveOwnFiguresAtom);
  const asked = get(askedAtom);
  return live && asked?.over === live ? { ...live, ...asked.figures } : (live ?? get(keptFiguresAtom));
});

const figuresByClock = createCurrentRates<OwnFigures>(
  (figures) => ({ ...figures, sales: figures.todaySales }),
  (figures, salesPerHour) => ({ ...figures, salesPerHour }),
);

/**
 * The person's own figures, live and by the clock; undefined until the first snapshot, unless the device kept them. On a screen of the
 * past they are those of that moment.
 */
export const ownFiguresAtom = atom((get): OwnFigures | undefined => {
  if (get(isPastAtom)) return get(ownPastAtom);
  // Read before the figures, so that the clock runs when they arrive.
  const now = get(nowAtom);
  const latest = get(latestFiguresAtom);
  return latest && figuresByClock(latest, now);
});

/** What is known of today, from the latest source; before that it is in the session. */
const knownAtom = atom((get): Asked => get(ownFiguresAtom) ?? get(askedAtom)?.figures ?? {});

export const salesPerHourAtom = atom(
  (get): number | 'N/A' => get(knownAtom).salesPerHour ?? get(employeeAtom).sales_per_hour,
);

/** Hours of today's shift. */
export const shiftDurationAtom = atom(
  (get): number | 'N/A' => get(knownAtom).shiftDuration ?? get(employeeAtom).shift_duration,
);

/** The own shift of today: its date, its start, the zone of that and what started it; null without one. */
export const ownStartAtom = atom((get) => {
  const known = get(knownAtom);
  const { login_date, login_time, timezone, start_reason } = get(employeeAtom);
  if (known.loginTime === undefined) return { login_date, login_time, timezone, start_reason };
  return {
    login_date: known.date ?? login_date,
    login_time: known.loginTime,
    timezone: known.timezone === undefined ? timezone : known.timezone,
    start_reason: known.startReason === undefined ? start_reason : known.startReason,
  };
});

export const loginTimeAtom = atom((get) => get(ownStartAtom).login_time);

/** The last local date on which a refresh was answered, or refused: an earlier one may still start a shift. */
const refreshedOnAtom = atom<string | null>(null);

/** Today, while the own shift of today has not begun as far as is known; null on a screen of the past. */
export const shiftlessDateAtom = atom((get): string | null =>
  get(isPastAtom) || get(loginTimeAtom) !== null ? null : get(todayAtom),
);

/** Today, while the shift has not begun, and no refresh that could start it was answered; null otherwise. */
export const startingDateAtom = atom((get): string | null => {
  const date = get(shiftlessDateAtom);
  return get(refreshedOnAtom) === date ? null : date;
});

/** The start of a shift that has just begun; live news has it only with a connection. */
const loadStartAtom = atom(null, async (get, set, over: OwnFigures | undefined) => {
  const answer = await get(apiAtom).call(getEmployee, {});
  const me = answer.ok ? answer.reply.requestedData.at(-1) : undefined;
  if (!me) return;
  const { login_date: date, login_time: loginTime, timezone, start_reason: startReason } = me;
  set(noteFiguresAtom, { date, loginTime, timezone, startReason }, over);
});

/** Refreshes the own rate. The server also starts the shift of today, if it has not begun. */
export const refreshSalesPerHourAtom = atom(null, async (get, set) => {
  const over = get(liveOwnFiguresAtom);
  const date = get(todayAtom);
  const answer = await get(apiAtom).call(updateSalesPerHour, {});
  // The person may have signed out meanwhile.
  if (get(sessionAtom).state !== 'signed in') return;
  if (answer.ok && answer.reply.success) {
    set(noteFiguresAtom, { salesPerHour: answer.reply.salesPerHour }, over);
    // What is known may be the shift of the date before.
    if (get(shiftlessDateAtom) !== null || get(ownStartAtom).login_date !== get(todayAtom))
      await set(loadStartAtom, over);
  }
  set(refreshedOnAtom, date);
});

/** While the shell is shown: refreshed when it loads and every ten minutes. */
export const salesPerHourRefreshAtom = atom(null, (_get, set): (() => void) => {
  const refresh = () => void set(refreshSalesPerHourAtom);
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return () => clearInterval(timer);
});
salesPerHourRefreshAtom.onMount = (start) => start();

type Commission = { today: number; total: number };

const askedCommissionAtom = atom<Commission | null>(null);

/** The own commission in dollars, from Closed sales; undefined until loaded. */
export const commissionAtom = atom((get): Commission | undefined => {
  const figures = get(ownFiguresAtom);
  if (figures) return { today: figures.todayCommission, total: figures.totalCommission };
  return get(isPastAtom) ? undefined : (get(askedCommissionAtom) ?? undefined);
});

export const salesTodayAtom = atom((get) => get(ownFiguresAtom)?.todaySales);

/** The REST API is asked only when no live snapshot arrived within this time. */
const SNAPSHOT_TIMEOUT_MS = 800;

const loadCommissionAtom = atom(null, async (get, set) => {
  if (get(ownFiguresAtom) || get(isPastAtom)) return;
  const params = { id: get(employeeAtom).id };
  const api = get(apiAtom);
  // What the device kept of an older release has no date.
  const date = get(ownStartAtom).login_date || get(todayAtom);
  const [total, today] = await Promise.all([
    api.call(getCommission, { params, query: {} }),
    api.call(getCommission, { params, query: { date } }),
  ]);
  if (!total.ok || !today.ok) return;
  set(askedCommissionAtom, { total: total.reply.commission, today: today.reply.commission });
});

export const commissionFallbackAtom = atom(null, (_get, set): (() => void) => {
  const timer = setTimeout(() => void set(loadCommissionAtom), SNAPSHOT_TIMEOUT_MS);
  return () => clearTimeout(timer);
});
commissionFallbackAtom.onMount = (start) => start();
