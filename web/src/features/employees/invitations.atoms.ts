import { atom } from 'jotai';
import { getInvitations, type Invited, invite } from '#contracts/endpoints/invitations.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** The employees that never signed in, or need another email. */
export const invitationsQuery = createQuery({
  endpoint: getInvitations,
  ask: (api, _all: null) => api.call(getInvitations, {}),
  tags: () => ['employees'],
});

const byIdAtom = atom(
  (get) => new Map(get(invitationsQuery.replyAtom)?.requestedData.map((each) => [each.id, each])),
);

/** Null after the first sign-in of the employee. */
export const invitedAtom = atom((get) => {
  const byId = get(byIdAtom);
  return (id: string): Invited | null => byId.get(id) ?? null;
});

/** Made for one screen, whose message it is. */
export function createSending() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const sendAtom = atom(null, async (get, set, id: string) => {
    if (get(busyAtom)) return;
    set(busyAtom, true);
    const answer = await get(apiAtom).call(invite, { params: { id } });
    set(busyAtom, false);
    set(alertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
  });
  return { alertAtom, busyAtom, sendAtom };
}

/** In a word or two; `now` in milliseconds. */
export function stateOf({ invited_at, ends_at, needs_email }: Invited, now: number): string {
  if (needs_email) return 'Needs another email';
  if (invited_at === null || ends_at === null) return 'Not invited yet';
  return Date.parse(ends_at) > now ? 'Invited' : 'Invitation ended';
}
