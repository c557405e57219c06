import { createPictures } from './pictures.ts';

/** The pictures of this page, at the pace of one source of news. */
export const createPagePictures = () =>
  createPictures({
    beforeFrame: (work) => {
      // A page nobody sees gets no frames; the timer keeps its numbers right all the same.
      if (document.visibilityState === 'visible') requestAnimationFrame(work);
      else setTimeout(work, 100);
    },
    later: setTimeout,
    now: () => performance.now(),
  });

/** Does the work after that time unless the returned function is called before. */
export function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
