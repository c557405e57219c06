import { atom } from 'jotai';
import { locale } from '../ui/locale.ts';

/** The locale of numbers and dates. */
export const localeAtom = atom(locale());
