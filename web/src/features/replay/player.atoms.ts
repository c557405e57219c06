import { atom } from 'jotai';
import { boardRows } from '#contracts/billboard.ts';
import type { BillboardRow } from '#contracts/endpoints/logs.endpoints.ts';
import { totalsOf } from '../../kit/numbers/board-totals.ts';
import { motionAllowed } from '../../ui/motion.ts';
import { filmAtom } from './replay.atoms.ts';
import { countUpTo, REPLAY_MS } from './tempo.ts';

/** Calls back with the time (milliseconds since any origin) until the returned function is called. */
type Ticker = (tick: (now: number) => void) => () => void;

/** For people who asked for less motion: the board advances in steps. */
const STEP_MS = 1000;

/** Once per frame that the browser draws; a hidden page stands still. */
const screenTicker: Ticker = (tick) => {
  if (!motionAllowed()) {
    const timer = setInterval(() => tick(performance.now()), STEP_MS);
    return () => clearInterval(timer);
  }
  let frame = requestAnimationFrame(function draw(now) {
    frame = requestAnimationFrame(draw);
    tick(now);
  });
  return () => cancelAnimationFrame(frame);
};

export const SPEEDS = [1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export const tickerAtom = atom<{ readonly start: Ticker }>({ start: screenTicker });
export const speedAtom = atom<Speed>(1);

/** The current place, in milliseconds of playing at single speed: 0 to REPLAY_MS. */
const headAtom = atom(0);
export const playAtom = atom((get) => get(headAtom));

const stopAtom = atom<{ readonly stop: () => void } | null>(null);
export const isPlayingAtom = atom((get) => get(stopAtom) !== null);
export const isAtEndAtom = atom((get) => get(headAtom) >= REPLAY_MS);

export const pauseAtom = atom(null, (get, set) => {
  get(stopAtom)?.stop();
  set(stopAtom, null);
});

/** Plays from the current place, or from the beginning after the end. Stops by itself at the end. */
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

/** Jumps to a place, also while playing. */
export const seekAtom = atom(null, (_get, set, play: number) =>
  set(headAtom, Math.max(0, Math.min(REPLAY_MS, play))),
);

/** Pauses at the next or the previous moment; events of the same millisecond are one step. */
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

/** For another day or another end: back to the beginning. */
export const rewindAtom = atom(null, (_get, set) => {
  set(pauseAtom);
  set(headAtom, 0);
});

/** People cannot read more boards per second than this, and each has to be drawn. */
const BOARD_EVERY_MS = 100;

/** The place that the board shows: while it plays fast it follows in steps, while paused it is exact. */
const shownPlayAtom = atom((get) => {
  const play = get(headAtom);
  if (!get(isPlayingAtom)) return play;
  const step = BOARD_EVERY_MS * get(speedAtom);
  return Math.floor(play / step) * step;
});

/** The number of moments that are past. */
export const pastAtom = atom((get) => countUpTo(get(filmAtom)?.tempo.plays ?? [], get(shownPlayAtom)));

/** The last event; undefined before the first. */
export const momentAtom = atom((get) => get(filmAtom)?.replay.moments[get(pastAtom) - 1]);

/** The time of day in the replay, UTC ISO-8601: never before the last event on the board. */
export const dayClockAtom = atom((get): string | undefined => {
  const film = get(filmAtom);
  return film && new Date(film.tempo.instantAt(get(shownPlayAtom))).toISOString();
});

const steadyRowsAtom = atom((get) => {
  get(filmAtom);
  return createStableRows();
});

/** The board at that time, in the order of rank; unchanged rows stay the same objects. */
export const rowsAtom = atom((get) => {
  const film = get(filmAtom);
  const now = get(dayClockAtom);
  if (!film || now === undefined) return undefined;
  return get(steadyRowsAtom)(boardRows(film.boards(get(pastAtom)), film.replay.date, now));
});

/** The totals of that board. */
export const totalsAtom = atom((get) => totalsOf(get(rowsAtom) ?? []));

/** Returns the former object for each row with equal values, so that it is not drawn again. */
function createStableRows() {
  const known = new Map<string, BillboardRow>();
  return (rows: readonly BillboardRow[]): BillboardRow[] =>
    rows.map((row) => {
      const before = known.get(row.employee_id);
      if (before && saysTheSame(before, row)) return before;
      known.set(row.employee_id, row);
      return row;
    });
}

function saysTheSame(one: BillboardRow, other: BillboardRow): boolean {
  return (Object.keys(other) as (keyof BillboardRow)[]).every((key) => one[key] === other[key]);
}
