import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { shownMomentAtom } from '../../api/as-of.atoms.ts';
import { loadBillboardAtom } from '../../kit/numbers/billboard.atoms.ts';

/** Loads the board of the past at once, since no news brings it. */
export function usePastBillboard(): void {
  const asOf = useAtomValue(shownMomentAtom);
  const load = useSetAtom(loadBillboardAtom);
  useEffect(() => {
    if (asOf !== null) void load();
  }, [asOf, load]);
}
