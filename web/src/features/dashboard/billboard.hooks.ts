import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { askedAsOfAtom } from '../../api/as-of.atoms.ts';
import { loadBillboardAtom } from './billboard.atoms.ts';

/** The board of the past is asked for at once: no news brings it. */
export function useBoardOfPast(): void {
  const asOf = useAtomValue(askedAsOfAtom);
  const load = useSetAtom(loadBillboardAtom);
  useEffect(() => {
    if (asOf !== null) void load();
  }, [asOf, load]);
}
