import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { currentDateAtom } from '../clock.atoms.ts';
import { refreshSalesPerHourAtom, salesPerHourRefreshAtom, startingDateAtom } from './own-figures.atoms.ts';

/** While the shell is shown: refreshes the own rate, and starts the shift of a new date as soon as the date is there. */
export function useOwnRate(): void {
  useAtomValue(salesPerHourRefreshAtom);
  const starting = useAtomValue(startingDateAtom);
  // Also without live news of the new day.
  const today = useAtomValue(currentDateAtom);
  // The first refresh is that of the shell.
  const known = useRef({ starting, today });
  const refresh = useSetAtom(refreshSalesPerHourAtom);
  useEffect(() => {
    const before = known.current;
    known.current = { starting, today };
    const isWanted = starting !== null && starting !== before.starting;
    if (isWanted || today !== before.today) void refresh();
  }, [starting, today, refresh]);
}
