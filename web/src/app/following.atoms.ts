import { atom, type WritableAtom } from 'jotai';
import type { Resource } from '../api/resource.atoms.ts';

/**
 * Asks the current question again because something may have happened. What happens while an answer is on its
 * way is asked for once, after it, however much it is.
 */
export function createFollowing(
  resource: Pick<Resource<never, unknown>, 'reloadAtom'>,
): WritableAtom<null, [], Promise<void>> {
  const askingAtom = atom(false);
  const againAtom = atom(false);
  return atom(null, async (get, set) => {
    set(againAtom, true);
    if (get(askingAtom)) return;
    set(askingAtom, true);
    while (get(againAtom)) {
      set(againAtom, false);
      await set(resource.reloadAtom);
    }
    set(askingAtom, false);
  });
}
