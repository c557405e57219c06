import { atom } from 'jotai';
import { locale } from '../ui/locale.ts';

/** How this person writes numbers and dates. */
export const localeAtom = atom(locale());
