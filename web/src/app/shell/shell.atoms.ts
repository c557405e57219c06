import { atom } from 'jotai';
import { openedNumberAtom } from '../../kit/numbers/opened-number.atoms.ts';
import { signOutAtom } from '../../kit/session/session.atoms.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';

/** The alert banner above every screen, for messages that belong to no screen. */
export const shellAlertAtom = atom<Alert>(noAlert);

/** The person has pressed Log Out, and may be asked whether they are sure. */
export const loggingOutAtom = atom(false);

/** Logs out; after a failure the banner says so and the person stays signed in. */
export const logOutAtom = atom(null, async (_get, set): Promise<void> => {
  set(loggingOutAtom, false);
  set(shellAlertAtom, noAlert);
  const problems = await set(signOutAtom);
  if (problems.length > 0) set(shellAlertAtom, errorAlert(...problems));
});

/** Whether the palette is open. */
export const paletteAtom = atom(false);

/** Whether the dialog that lists the shortcuts is open. */
export const shortcutsHelpAtom = atom(false);

/** Whether a dialog of the shell is open or about to be: the keys are its own from the press that opens it. */
export const hasDialogAtom = atom(
  (get) => get(paletteAtom) || get(shortcutsHelpAtom) || get(openedNumberAtom) !== null,
);
