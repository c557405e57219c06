import { atom } from 'jotai';

/** How this person writes numbers and dates. */
export const localeAtom = atom(globalThis.navigator?.language ?? 'en-CA');
