import { atom } from 'jotai';
import { readOutbox } from '../../features/sales/add-sale-outbox.ts';
import { openedNumberAtom } from '../../kit/numbers/opened-number.atoms.ts';
import { employeeAtom, signOutAtom } from '../../kit/session/session.atoms.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';

/** The alert banner above every screen, for messages that belong to no screen. */
export const shellAlertAtom = atom<Alert>(noAlert);

/** How many sales wait on this device while 'Log out?' is asked; 0 while it is not. */
export const waitingAtLogOutAtom = atom(0);

/**
 * Logs out; after a failure the banner says so and the person stays signed in. Sales that wait on this device are sent
 * in a session of this person only, so it asks first, unless the person `isSure`.
 */
export const logOutAtom = atom(null, async (get, set, isSure: boolean): Promise<void> => {
  const waiting = isSure ? 0 : readOutbox(get(employeeAtom).id).length;
  set(waitingAtLogOutAtom, waiting);
  if (waiting > 0) return;
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
