import { atom } from 'jotai';
import { employeeAtom } from '../session/session.atoms.ts';
import { shareOf } from './goal-share.ts';
import { loginTimeAtom, ownFiguresAtom, salesPerHourAtom } from './own-figures.atoms.ts';

export type Goal = {
  hourlySales: number;
  hourlyDecisions: number | null;
  rate: number | 'N/A';
  /** A shift began today; with a duration of 0 it still has no rate. */
  hasShift: boolean;
  /** The share of the hourly goal; 1 is reached, null when the goal is zero. */
  share: number | null;
};

/** The hourly goal of the own campaign and the progress towards it, live; null without a campaign. */
export const goalAtom = atom((get): Goal | null => {
  const me = get(employeeAtom);
  const { hourlySales, hourlyDecisions } = get(ownFiguresAtom) ?? {
    hourlySales: me.hourlysales,
    hourlyDecisions: me.hourlydecisions,
  };
  if (hourlySales === null) return null;
  const rate = get(salesPerHourAtom);
  const hasShift = get(loginTimeAtom) !== null;
  return { hourlySales, hourlyDecisions, rate, hasShift, share: shareOf(rate, hourlySales) };
});

/** How far the hourly goal is reached, in words. */
export function goalText({ share, rate, hasShift }: Pick<Goal, 'share' | 'rate' | 'hasShift'>): string {
  if (share === null) return 'No hourly sales goal';
  if (rate === 'N/A') return hasShift ? 'Your shift has 0 hours' : 'Starts with your shift';
  return share >= 1 ? 'Goal reached' : `${Math.floor(share * 100)}% of the goal`;
}
