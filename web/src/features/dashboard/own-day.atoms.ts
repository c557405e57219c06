import { atom } from 'jotai';
import { nowAtom } from '../../app/clock.atoms.ts';
import {
  loginTimeAtom,
  ownFiguresAtom,
  salesPerHourAtom,
  shiftDurationAtom,
} from '../../app/numbers/own-figures.atoms.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';

export type Goal = {
  hourlySales: number;
  hourlyDecisions: number | null;
  rate: number | 'N/A';
  /** A shift began today; its rate is none all the same while its duration is 0. */
  hasShift: boolean;
  /** Of the hourly goal, 1 is reached; null when the goal is zero. */
  share: number | null;
};

/** The hourly goal of the own campaign and how it goes, live; null without a campaign. */
export const goalAtom = atom((get): Goal | null => {
  const me = get(employeeAtom);
  const { hourlySales, hourlyDecisions } = get(ownFiguresAtom) ?? {
    hourlySales: me.hourlysales,
    hourlyDecisions: me.hourlydecisions,
  };
  if (hourlySales === null) return null;
  const rate = get(salesPerHourAtom);
  const sold = rate === 'N/A' ? 0 : rate;
  const share = hourlySales > 0 ? sold / hourlySales : null;
  return { hourlySales, hourlyDecisions, rate, hasShift: get(loginTimeAtom) !== null, share };
});

export type Shift = {
  loginTime: string | null;
  duration: number | 'N/A';
  rate: number | 'N/A';
  /** Minutes since login. */
  minutes: number;
};

export const shiftAtom = atom((get): Shift => {
  const loginTime = get(loginTimeAtom);
  return {
    loginTime,
    duration: get(shiftDurationAtom),
    rate: get(salesPerHourAtom),
    minutes: loginTime
      ? Math.max(0, Math.floor((Date.parse(get(nowAtom)) - Date.parse(loginTime)) / 60_000))
      : 0,
  };
});
