import { createFramePacer } from './frame-pacer.ts';

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

/** Runs the work after that time, unless the returned function is called first. */
export function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
