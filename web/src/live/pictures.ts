type PicturesDeps = {
  /** Runs the work before the next picture is drawn. */
  beforeFrame: (work: () => void) => void;
  later: (work: () => void, milliseconds: number) => void;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
};

/** Ten pictures a second are as many as an eye follows in numbers; more only cost work. */
const BETWEEN_MS = 100;

/**
 * When news is drawn: what comes after a quiet moment with the very next picture, what comes in a crowd together
 * with the others, ten times a second.
 */
export function createPictures({ beforeFrame, later, now }: PicturesDeps): (work: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (work) => {
    const draw = () => {
      last = now();
      work();
    };
    const wait = last + BETWEEN_MS - now();
    if (wait <= 0) beforeFrame(draw);
    else later(() => beforeFrame(draw), wait);
  };
}
