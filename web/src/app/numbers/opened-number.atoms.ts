import { type Atom, atom } from 'jotai';
import { store, stored } from '../kept.ts';

/** A number of an employee; dates are `yyyy-mm-dd`. */
export type NumberQuestion =
  /** His total commission: of one date, within dates, or of all time. */
  | { readonly of: 'commission'; readonly id: string; readonly date?: string }
  /** What he did on a date, or `today` where he is: a row of the billboard, of a report, a value of the chart. */
  | { readonly of: 'commission of the day' | 'sales per hour'; readonly id: string; readonly date: string }
  | { readonly of: 'goal'; readonly id: string };

/** What a number of the screen is added up from. */
export type Sum = {
  /** The number as it stands there. */
  readonly text: string;
  /** The number with what it counts, where it does not say that itself. */
  readonly named?: string;
  readonly parts: readonly {
    readonly label: string;
    readonly text: string;
    readonly question: NumberQuestion;
  }[];
  /** The last step, in words. */
  readonly step: string;
};

/** A number that is added up from others on the same screen, each of which opens; it moves on with the screen. */
export type SumQuestion = { readonly of: 'sum'; readonly about: string; readonly sumAtom: Atom<Sum> };

const shownAtom = atom<NumberQuestion | SumQuestion | null>(null);

const KNOWN_KEY = 'tallyboard.numbers-open';
const knownAtom = atom(stored(KNOWN_KEY) === 'known');

/** Whether somebody opened a number in this browser before: who has knows that numbers do. */
export const numbersKnownAtom = atom((get) => get(knownAtom));

/** The number that is open; null while none is. */
export const openedNumberAtom = atom(
  (get) => get(shownAtom),
  (get, set, question: NumberQuestion | SumQuestion | null) => {
    set(shownAtom, question);
    if (question === null || get(knownAtom)) return;
    store(KNOWN_KEY, 'known');
    set(knownAtom, true);
  },
);
