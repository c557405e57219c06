import { atom } from 'jotai';

/** Whether the dialog that lists the shortcuts is open. */
export const shortcutsHelpAtom = atom(false);
