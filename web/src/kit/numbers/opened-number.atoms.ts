import { type Atom, atom } from 'jotai';
import { readStorage, writeStorage } from '../storage.ts';

/** A number of an employee; dates are `yyyy-mm-dd`. */
export type NumberQuestion =
  /** The total commission within dates, both included; open where one is missing. */
  | { readonly of: 'commission'; readonly id: string; readonly from?: string; readonly to?: string }
  /** The figures of a date, or of `today` in the person's zone: a row of the billboard or of a report, a value of the chart. */
  | { readonly of: 'commission of the day' | 'sales per hour'; readonly id: string; readonly date: string }
  | { readonly of: 'goal'; readonly id: string };

/** A number of the screen that is a sum. */
export type Sum = {
  /** The number as shown. */
  readonly text: string;
  /** The number with its unit, where the text alone does not say it. */
  readonly named?: string;
  readonly parts: readonly {
    readonly label: string;
    readonly text: string;
    readonly question: NumberQuestion;
  }[];
  /** The last step of the calculation, in words. */
  readonly step: string;
};

/** A sum of numbers on the same screen, each of which opens. It changes together with the screen. */
export type SumQuestion = { readonly of: 'sum'; readonly about: string; readonly sumAtom: Atom<Sum> };

const shownAtom = atom<NumberQuestion | SumQuestion | null>(null);

const KNOWN_KEY = 'tallyboard.numbers-open';
const knownAtom = atom(readStorage(KNOWN_KEY) === 'known');

/** Whether a number was opened in this browser before; then the hint about it is no longer needed. */
export const hasOpenedNumberAtom = atom((get) => get(knownAtom));

/** The opened number; null without one. */
export const openedNumberAtom = atom(
  (get) => get(shownAtom),
  (get, set, question: NumberQuestion | SumQuestion | null) => {
    set(shownAtom, question);
    if (question === null || get(knownAtom)) return;
    writeStorage(KNOWN_KEY, 'known');
    set(knownAtom, true);
  },
);
