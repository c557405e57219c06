import { atom } from 'jotai';
import { updateSalesPerHour } from '#contracts/endpoints/sales.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { isPastAtom } from '../../api/as-of.atoms.ts';
import { liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { nowAtom } from '../clock.atoms.ts';
import { employeeAtom } from '../session/session.atoms.ts';
import { ownPastAtom } from '../time-travel/own-past.atoms.ts';
import { createRatesByClock } from './rate-by-clock.ts';

const REFRESH_MS = 600_000;

type Asked = Partial<Pick<OwnFigures, 'salesPerHour' | 'shiftDuration'>>;

/** What was answered; it counts unless other live figures came since the question, which are newer. */
const askedAtom = atom<{ figures: Asked; over: OwnFigures | undefined } | null>(null);

/** An answer about oneself, and the live figures there were when it was asked for. */
export const tellFiguresAtom = atom(null, (get, set, figures: Asked, over: OwnFigures | undefined) => {
  const before = get(askedAtom);
  set(askedAtom, { figures: before?.over === over ? { ...before?.figures, ...figures } : figures, over });
});

const toldFiguresAtom = atom((get): OwnFigures | undefined => {
  const live = get(liveOwnFiguresAtom);
  const asked = get(askedAtom);
  return live && asked?.over === live ? { ...live, ...asked.figures } : live;
});

const figuresByClock = createRatesByClock<OwnFigures>(
  (figures) => ({ ...figures, sales: figures.todaySales }),
  (figures, salesPerHour) => ({ ...figures, salesPerHour }),
);

/**
 * What the person watches of himself, live and by the clock; undefined until the first snapshot. On a screen that
 * shows the past what it was then, as it was asked for.
 */
export const ownFiguresAtom = atom((get): OwnFigures | undefined => {
  if (get(isPastAtom)) return get(ownPastAtom);
  // Before anything is told, so that the clock is running by then.
  const now = get(nowAtom);
  const told = get(toldFiguresAtom);
  return told && figuresByClock(told, now);
});

/** Sales per hour, from whichever source spoke last; what the session knew until any did. */
export const salesPerHourAtom = atom(
  (get): number | 'N/A' =>
    get(ownFiguresAtom)?.salesPerHour ??
    get(askedAtom)?.figures.salesPerHour ??
    get(employeeAtom).sales_per_hour,
);

/** Hours of the shift of today, in the same way. */
export const shiftDurationAtom = atom(
  (get): number | 'N/A' =>
    get(ownFiguresAtom)?.shiftDuration ??
    get(askedAtom)?.figures.shiftDuration ??
    get(employeeAtom).shift_duration,
);

/** When the own shift of today began; null without one. */
export const loginTimeAtom = atom((get): string | null => {
  const figures = get(ownFiguresAtom);
  return figures ? figures.loginTime : get(employeeAtom).login_time;
});

const refreshSalesPerHourAtom = atom(null, async (get, set) => {
  const over = get(liveOwnFiguresAtom);
  const answer = await get(apiAtom).call(updateSalesPerHour, {});
  if (answer.ok && answer.reply.success)
    set(tellFiguresAtom, { salesPerHour: answer.reply.salesPerHour }, over);
});

/** While the shell is on screen: refreshed when it loads and every ten minutes. */
export const salesPerHourRefreshAtom = atom(null, (_get, set): (() => void) => {
  const refresh = () => void set(refreshSalesPerHourAtom);
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return () => clearInterval(timer);
});
salesPerHourRefreshAtom.onMount = (start) => start();
