import { useAtomValue, useSetAtom, type WritableAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { liveOwnFiguresVersionAtom } from '../live/live.atoms.ts';

/**
 * Follows the own sales: asks again when live tells of them, from another tab or by a manager. Not every change of a
 * sale moves a figure that live tells of; those are here when the person comes back to the page, as for every resource.
 */
export function useFollowing(followAtom: WritableAtom<null, [], Promise<void>>): void {
  const follow = useSetAtom(followAtom);
  const version = useAtomValue(liveOwnFiguresVersionAtom);
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) void follow();
    seen.current = version;
  }, [follow, version]);
}
