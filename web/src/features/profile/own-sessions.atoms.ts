import { type Atom, atom, type PrimitiveAtom, type WritableAtom } from 'jotai';
import {
  endOtherSessions,
  endSession,
  getSessions,
  type Session,
} from '#contracts/endpoints/sessions.endpoints.ts';
import { createResource } from '../../api/resource.atoms.ts';
import { createDeletion } from '../../app/forms/deletion.atoms.ts';
import type { Tickets } from '../../ui/tickets.ts';

/** Where the person is signed in. */
export const sessionsResource = createResource({ ask: (api) => api.call(getSessions, {}) });

/** This one first, then the latest; undefined until loaded. */
export const sessionsAtom = atom((get) =>
  get(sessionsResource.replyAtom)?.requestedData.toSorted(
    (left, right) => Number(right.current) - Number(left.current),
  ),
);

/** Whether there is anywhere else to sign out. */
export const hasOthersAtom = atom((get) => get(sessionsAtom)?.some(({ current }) => !current) ?? false);

/** Signing out somewhere else, made for the screen that shows it. */
export type SigningOut = {
  readonly ticketsAtom: PrimitiveAtom<Tickets>;
  readonly busyAtom: Atom<boolean>;
  /** Of one, or of all but this one. What is left is asked for again, also when it was refused. */
  readonly signOutAtom: WritableAtom<null, [Session | 'everywhere else'], Promise<void>>;
};

export function createSigningOut(): SigningOut {
  const { ticketsAtom, busyAtom, deleteAtom } = createDeletion<
    Session | 'everywhere else',
    typeof endSession
  >({
    send: (api, where) =>
      where === 'everywhere else'
        ? api.call(endOtherSessions, {})
        : api.call(endSession, { params: { id: where.id } }),
  });
  const signOutAtom = atom(null, async (_get, set, where: Session | 'everywhere else') => {
    await set(deleteAtom, where);
    await set(sessionsResource.reloadAtom);
  });
  return { ticketsAtom, busyAtom, signOutAtom };
}
