import { atom } from 'jotai';

/**
 * What is below the fold is asked for once what is above it has been drawn. Who comes back finds the whole page, and
 * with it the place where he was.
 */
export const isDrawnAtom = atom(false);
