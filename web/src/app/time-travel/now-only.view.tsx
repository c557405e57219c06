import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { isPastAtom } from '../../api/as-of.atoms.ts';

/** What writes, or speaks of now: not there for who looks at the past, where `past` may stand in its place. */
export function NowOnly({ children, past = null }: { children: ReactNode; past?: ReactNode }) {
  return useAtomValue(isPastAtom) ? past : children;
}
