import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Resource } from '../../api/resource.atoms.ts';
import { liveBillboardAtom } from '../../live/live.atoms.ts';

/**
 * Asks again when the live billboard has news of that employee: he sold, signed in or got another duration. What
 * happens while an answer is on its way is asked for once, after it. Not while `resting`: who is being deleted
 * makes news, too, and is not there any more to be asked for.
 */
export function useNews<Question, Reply>(
  resource: Resource<Question, Reply>,
  employeeId: string,
  resting = false,
): void {
  const row = useAtomValue(liveBillboardAtom)?.rows.find(({ employee_id }) => employee_id === employeeId);
  const isAsking = useAtomValue(resource.loadingAtom);
  const reload = useSetAtom(resource.reloadAtom);
  const seen = useRef(row);
  useEffect(() => {
    if (resting || isAsking || seen.current === row) return;
    seen.current = row;
    void reload();
  }, [row, resting, isAsking, reload]);
}
