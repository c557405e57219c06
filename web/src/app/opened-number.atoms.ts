import { atom } from 'jotai';

/** A number of an employee; dates are `yyyy-mm-dd`. */
export type NumberQuestion =
  /** His total commission: of one date, within dates, or of all time. */
  | { readonly of: 'commission'; readonly id: string; readonly date?: string }
  /** What he did on a date, or `today` where he is: a row of the billboard, of a report, a value of the chart. */
  | { readonly of: 'commission of the day' | 'sales per hour'; readonly id: string; readonly date: string }
  | { readonly of: 'goal'; readonly id: string };

/** A number that is added up from others on the same screen, each of which opens; undefined where one cannot. */
export type SumQuestion = {
  readonly of: 'sum';
  /** The number as it stands there. */
  readonly text: string;
  readonly about: string;
  readonly parts: readonly {
    readonly label: string;
    readonly text: string;
    readonly question?: NumberQuestion | undefined;
  }[];
  /** The last step, in words. */
  readonly step: string;
};

/** The number that is open; null while none is. */
export const openedNumberAtom = atom<NumberQuestion | SumQuestion | null>(null);
