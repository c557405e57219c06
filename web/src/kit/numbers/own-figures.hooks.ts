import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { refreshSalesPerHourAtom, salesPerHourRefreshAtom, shiftlessDateAtom } from './own-figures.atoms.ts';

/** While the shell is shown: refreshes the own rate, and starts the shift of a new date as soon as the date is there. */
export function useOwnRate(): void {
  useAtomValue(salesPerHourRefreshAtom);
  const shiftless = useAtomValue(shiftlessDateAtom);
  const refresh = useSetAtom(refreshSalesPerHourAtom);
  useEffect(() => {
    if (shiftless !== null) void refresh();
  }, [shiftless, refresh]);
}
