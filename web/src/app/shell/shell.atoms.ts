import { atom } from 'jotai';
import { errorTickets, noTickets, type Tickets } from '../../ui/tickets.ts';
import { signOutAtom } from '../session/session.atoms.ts';

/** The error-ticket banner above every screen, for what is no screen's own matter. */
export const shellTicketsAtom = atom<Tickets>(noTickets);

/** Log Out; when it fails the banner says so, and the person stays. */
export const logOutAtom = atom(null, async (_get, set): Promise<void> => {
  set(shellTicketsAtom, noTickets);
  const problems = await set(signOutAtom);
  if (problems.length > 0) set(shellTicketsAtom, errorTickets(...problems));
});
