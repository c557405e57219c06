import { atom } from 'jotai';

/** Whether this screen holds work that leaving it would lose. Set by `UnsavedWork`. */
export const unsavedAtom = atom(false);

/** What waits for the person's answer to 'Leave without saving?', apart from a navigation; null when nothing does. */
export const waitingToLeaveAtom = atom<{ readonly go: () => void } | null>(null);

/** Leaves at once, or after the question where unsaved work would be lost. */
export const leaveAtom = atom(null, (get, set, go: () => void) => {
  if (get(unsavedAtom)) set(waitingToLeaveAtom, { go });
  else go();
});
