import { atom } from 'jotai';
import { answerErasure, type ErasureWish, getErasures } from '#contracts/endpoints/own-data.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** Who asked for the erasure of personal data. */
export const erasuresQuery = createQuery({
  endpoint: getErasures,
  ask: (api, _own: null) => api.call(getErasures, {}),
  tags: () => ['erasures', 'employees'],
});

/** Answers of the super employee; made for the screen that shows its messages. */
export function createErasureAnswers() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const answerAtom = atom(
    null,
    async (get, set, { id }: ErasureWish, body: { answer: 'erase' | 'refuse'; reason?: string }) => {
      if (get(busyAtom)) return;
      set(busyAtom, true);
      set(alertAtom, noAlert);
      const answer = await identified(set, () => get(apiAtom).call(answerErasure, { params: { id }, body }));
      set(busyAtom, false);
      set(alertAtom, answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message));
    },
  );
  return { alertAtom, busyAtom, answerAtom };
}

export type ErasureAnswers = ReturnType<typeof createErasureAnswers>;
