import { type Atom, atom, type PrimitiveAtom } from 'jotai';
import {
  endOtherSessions,
  endSession,
  getSessions,
  type Session,
} from '#contracts/endpoints/sessions.endpoints.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createDeletion, type Deletion } from '../../kit/forms/deletion.atoms.ts';
import type { Alert } from '../../ui/alert.ts';

/** The person's sessions. */
export const sessionsQuery = createQuery({
  endpoint: getSessions,
  ask: (api, _own: null) => api.call(getSessions, {}),
  tags: () => ['sessions'],
});

/** This session first, then the latest; undefined until loaded. */
export const sessionsAtom = atom((get) =>
  get(sessionsQuery.replyAtom)?.requestedData.toSorted(
    (left, right) => Number(right.current) - Number(left.current),
  ),
);

/** Whether there are other sessions. */
export const hasOtherSessionsAtom = atom(
  (get) => get(sessionsAtom)?.some(({ current }) => !current) ?? false,
);

/** Signs out other sessions; made for the screen that shows its messages. */
export type SigningOut = {
  readonly alertAtom: PrimitiveAtom<Alert>;
  readonly busyAtom: Atom<boolean>;
  /** One session, or all but this one; true when done. */
  readonly signOutAtom: Deletion<Session | 'everywhere else'>['deleteAtom'];
};

export function createSigningOut(): SigningOut {
  const { alertAtom, busyAtom, deleteAtom } = createDeletion<Session | 'everywhere else', typeof endSession>({
    send: (api, where) =>
      where === 'everywhere else'
        ? api.call(endOtherSessions, {})
        : api.call(endSession, { params: { id: where.id } }),
  });
  return { alertAtom, busyAtom, signOutAtom: deleteAtom };
}
