import { atom } from 'jotai';
import { boardRows } from '#contracts/replay-board.ts';
import { totalsOf } from '../../app/numbers/board-totals.ts';
import { filmAtom } from './replay.atoms.ts';
import { createSteadyRows } from './steady-rows.ts';
import { countUpTo, REPLAY_MS } from './tempo.ts';
import { screenTicker, type Ticker } from './ticker.ts';

export const SPEEDS = [1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export const tickerAtom = atom<{ readonly start: Ticker }>({ start: screenTicker });
export const speedAtom = atom<Speed>(1);

/** Where it is, in milliseconds of playing at single speed: 0 to REPLAY_MS. */
const headAtom = atom(0);
export const playAtom = atom((get) => get(headAtom));

const stopAtom = atom<{ readonly stop: () => void } | null>(null);
export const isPlayingAtom = atom((get) => get(stopAtom) !== null);
export const isAtEndAtom = atom((get) => get(headAtom) >= REPLAY_MS);

export const pauseAtom = atom(null, (get, set) => {
  get(stopAtom)?.stop();
  set(stopAtom, null);
});

/** Goes on from where it is; from the end, from the beginning. Stops at the end by itself. */
export const startAtom = atom(null, (get, set) => {
  if (get(isPlayingAtom) || !get(filmAtom)?.replay.moments.length) return;
  if (get(isAtEndAtom)) set(headAtom, 0);
  let before: number | null = null;
  const stop = get(tickerAtom).start((now) => {
    const passed = before === null ? 0 : Math.max(0, now - before);
    before = now;
    set(headAtom, Math.min(REPLAY_MS, get(headAtom) + passed * get(speedAtom)));
    if (get(isAtEndAtom)) set(pauseAtom);
  });
  set(stopAtom, { stop });
});

export const toggleAtom = atom(null, (get, set) => set(get(isPlayingAtom) ? pauseAtom : startAtom));

/** Anywhere, also while it plays. */
export const seekAtom = atom(null, (_get, set, play: number) =>
  set(headAtom, Math.max(0, Math.min(REPLAY_MS, play))),
);

/** To the next or the previous moment, and stays there; what happened in the same millisecond is one step. */
export const stepAtom = atom(null, (get, set, way: 1 | -1) => {
  const plays = get(filmAtom)?.tempo.plays ?? [];
  const play = get(headAtom);
  const here = countUpTo(plays, play);
  set(pauseAtom);
  if (way === 1) return set(seekAtom, plays[here] ?? REPLAY_MS);
  const current = plays[here - 1];
  if (current === undefined || current < play) return set(seekAtom, current ?? 0);
  set(seekAtom, plays.findLast((each) => each < current) ?? 0);
});

/** Another day or another end: from its beginning. */
export const rewindAtom = atom(null, (_get, set) => {
  set(pauseAtom);
  set(headAtom, 0);
});

/** More boards in a second than this nobody can read, and each is drawn. */
const BOARD_EVERY_MS = 100;

/** What the board shows: while it plays fast it follows in small steps, where it stands it is exact. */
const shownPlayAtom = atom((get) => {
  const play = get(headAtom);
  if (!get(isPlayingAtom)) return play;
  const step = BOARD_EVERY_MS * get(speedAtom);
  return Math.floor(play / step) * step;
});

/** How many moments are past. */
export const pastAtom = atom((get) => countUpTo(get(filmAtom)?.tempo.plays ?? [], get(shownPlayAtom)));

/** What happened last; undefined before the first. */
export const momentAtom = atom((get) => get(filmAtom)?.replay.moments[get(pastAtom) - 1]);

/** The clock of the day, UTC ISO-8601: never before what is on the board. */
export const dayClockAtom = atom((get): string | undefined => {
  const film = get(filmAtom);
  if (!film) return undefined;
  const clock = new Date(film.tempo.instantAt(get(shownPlayAtom))).toISOString();
  const { at = clock } = get(momentAtom) ?? {};
  return at > clock ? at : clock;
});

const steadyRowsAtom = atom((get) => {
  get(filmAtom);
  return createSteadyRows();
});

/** The board as of the clock, in its rank; rows that did not change stay the same objects. */
export const rowsAtom = atom((get) => {
  const film = get(filmAtom);
  const now = get(dayClockAtom);
  if (!film || now === undefined) return undefined;
  return get(steadyRowsAtom)(boardRows(film.boards(get(pastAtom)), film.replay.date, now));
});

/** All of the board together. */
export const totalsAtom = atom((get) => totalsOf(get(rowsAtom) ?? []));
