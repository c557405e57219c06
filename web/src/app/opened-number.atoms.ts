import { atom } from 'jotai';

/** A number of an employee; dates are `yyyy-mm-dd`. */
export type NumberQuestion =
  /** His total commission: of one date, within dates, or of all time. */
  | { readonly of: 'commission'; readonly id: string; readonly date?: string }
  /** What he did on a date, or `today` where he is: a row of the billboard, of a report, a value of the chart. */
  | { readonly of: 'commission of the day' | 'sales per hour'; readonly id: string; readonly date: string }
  | { readonly of: 'goal'; readonly id: string };

/** The number that is open; null while none is. */
export const openedNumberAtom = atom<NumberQuestion | null>(null);
