import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Resource } from '../../api/resource.atoms.ts';
import { liveBillboardAtom } from '../../live/live.atoms.ts';

/**
 * Asks again when the live billboard has news of that employee: he sold, signed in or got another duration. What
 * happens while an answer is on its way is asked for once, after it.
 */
export function useNews<Question, Reply>(resource: Resource<Question, Reply>, employeeId: string): void {
  const row = useAtomValue(liveBillboardAtom)?.rows.find(({ employee_id }) => employee_id === employeeId);
  const isAsking = useAtomValue(resource.loadingAtom);
  const reload = useSetAtom(resource.reloadAtom);
  const seen = useRef(row);
  useEffect(() => {
    if (isAsking || seen.current === row) return;
    seen.current = row;
    void reload();
  }, [row, isAsking, reload]);
}
