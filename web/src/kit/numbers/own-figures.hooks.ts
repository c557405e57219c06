import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { currentDateAtom } from '../clock.atoms.ts';
import { refreshSalesPerHourAtom, salesPerHourRefreshAtom, shiftlessDateAtom } from './own-figures.atoms.ts';

/** While the shell is shown: refreshes the own rate, and starts the shift of a new date as soon as the date is there. */
export function useOwnRate(): void {
  useAtomValue(salesPerHourRefreshAtom);
  const shiftless = useAtomValue(shiftlessDateAtom);
  // Also without live news of the new day.
  const today = useAtomValue(currentDateAtom);
  // The first refresh is that of the shell.
  const known = useRef({ shiftless, today });
  const refresh = useSetAtom(refreshSalesPerHourAtom);
  useEffect(() => {
    const before = known.current;
    known.current = { shiftless, today };
    const hasNoShift = shiftless !== null && shiftless !== before.shiftless;
    if (hasNoShift || today !== before.today) void refresh();
  }, [shiftless, today, refresh]);
}
