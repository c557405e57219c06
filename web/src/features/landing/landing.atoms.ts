import { atom } from 'jotai';

/**
 * The part below the fold is loaded after the part above it is drawn. On return the whole page is there, so that
 * the scroll position can be restored.
 */
export const isDrawnAtom = atom(false);
