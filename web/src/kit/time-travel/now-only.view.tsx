import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { isPastAtom } from '../../api/as-of.atoms.ts';

/** Shown only on a screen of the present, such as a button that writes; a screen of the past shows `past` instead. */
export function NowOnly({ children, past = null }: { children: ReactNode; past?: ReactNode }) {
  return useAtomValue(isPastAtom) ? past : children;
}
