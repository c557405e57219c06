type PicturesDeps = {
  /** Runs the work before the next picture is drawn. */
  beforeFrame: (work: () => void) => void;
  later: (work: () => void, milliseconds: number) => void;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
};

/** Ten pictures a second are as many as an eye follows in numbers; more only cost work. */
const SHORTEST_MS = 100;
/** However slow the machine: nobody waits longer. */
const LONGEST_MS = 1000;
/** Looks again whether the last picture is done. */
const AGAIN_MS = 20;
/** Of the time, one part in so many is for drawing news; what moves afterwards costs as much again. */
const SHARE = 24;
/** The cheapest of so many pictures counts: the others waited for a machine that had other things to do. */
const REMEMBERED = 4;
/** Waited for the frame, not worked. */
const FRAME_MS = 16;

/**
 * When news is drawn: what comes after a quiet moment with the very next picture, what comes in a crowd together
 * with the others, ten times a second, or less often where drawing takes long.
 */
export function createPictures({ beforeFrame, later, now }: PicturesDeps): (work: () => void) => void {
  let notBefore = Number.NEGATIVE_INFINITY;
  let isDrawing = false;
  let costs: readonly number[] = [];

  function draw(work: () => void): void {
    const start = now();
    notBefore = start + SHORTEST_MS;
    isDrawing = true;
    work();
    // What the work changed is drawn with the frame after this one; then it is known how long it took.
    const measure = () => {
      costs = [...costs, now() - start - FRAME_MS].slice(-REMEMBERED);
      const rest = SHARE * Math.min(...costs);
      notBefore = start + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rest));
      isDrawing = false;
    };
    beforeFrame(() => later(measure, 0));
  }

  return function request(work) {
    const wait = notBefore - now();
    if (wait > 0 || isDrawing) later(() => request(work), Math.max(wait, AGAIN_MS));
    else beforeFrame(() => draw(work));
  };
}
