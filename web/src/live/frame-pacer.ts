type FramePacerDeps = {
  /** Runs the work before the next frame is drawn. */
  beforeFrame: (work: () => void) => void;
  later: (work: () => void, milliseconds: number) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** People cannot read numbers that change more than ten times a second. */
const SHORTEST_MS = 100;
/** The longest wait, also on a slow machine. */
const LONGEST_MS = 1000;
/** How often a waiting request checks whether the last drawing is done. */
const AGAIN_MS = 20;
/** Drawing gets one part in so many of the time; the motion afterwards costs as much again. */
const SHARE = 24;
/** The cheapest of so many drawings counts: the others waited for a busy machine. */
const REMEMBERED = 4;
/** The wait for the frame, which is no work. */
const FRAME_MS = 16;

/**
 * Decides when news is drawn. After a quiet moment it is drawn with the next frame. In a crowd it is collected and drawn
 * ten times a second, or less often where drawing takes long.
 */
export function createFramePacer({ beforeFrame, later, now }: FramePacerDeps): (work: () => void) => void {
  let notBefore = Number.NEGATIVE_INFINITY;
  let isDrawing = false;
  let costs: readonly number[] = [];

  function draw(work: () => void): void {
    const start = now();
    notBefore = start + SHORTEST_MS;
    isDrawing = true;
    work();
    // The change is drawn with the frame after this one; then the time that it took is known.
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

/** The frame pacer of this page, for one source of news. */
export const createPageFramePacer = () =>
  createFramePacer({
    beforeFrame: (work) => {
      // A hidden page gets no frames; a timer keeps its numbers right.
      if (document.visibilityState === 'visible') requestAnimationFrame(work);
      else setTimeout(work, 100);
    },
    later: setTimeout,
    now: () => performance.now(),
  });
