import { atom } from 'jotai';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { readStorage, writeStorage } from '../../kit/storage.ts';

const storageKeyAtom = atom((get) => `firstSteps:${get(employeeAtom).id}`);
const dismissedAtom = atom<Readonly<Record<string, boolean>>>({});

/** Whether this person has put the steps away, or they are known to be complete. */
export const areStepsAwayAtom = atom((get) => {
  const key = get(storageKeyAtom);
  return get(dismissedAtom)[key] ?? readStorage(key) !== null;
});

export const putStepsAwayAtom = atom(null, (get, set) => {
  const key = get(storageKeyAtom);
  writeStorage(key, 'away');
  set(dismissedAtom, { ...get(dismissedAtom), [key]: true });
});
