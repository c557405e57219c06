import { atom, type Getter, type Setter } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import {
  askForErasure,
  getErasure,
  getOwnData,
  withdrawErasure,
} from '#contracts/endpoints/own-data.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** The person's wish to have personal data erased. */
export const erasureQuery = createQuery({
  endpoint: getErasure,
  ask: (api, _own: null) => api.call(getErasure, {}),
  tags: () => ['erasures'],
});

/** Null without a wish; undefined until loaded. */
export const erasureAtom = atom((get) => get(erasureQuery.replyAtom)?.erasure);

export const OWN_DATA_HREF = `/api${getOwnData.path}`;

/** A download shows no dialog, so the proof comes before it. */
async function mayDownload(api: ApiClient): Promise<Answer<typeof getErasure>> {
  const answer = await api.call(getErasure, {});
  if (!answer.ok || answer.reply.identity_confirmed) return answer;
  return { ok: false, status: 403, error: 'confirmIdentity', message: messages.confirmIdentity };
}

/** What a person does about the own data; made for the screen that shows its messages. */
export function createOwnData() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);

  async function send<E extends Endpoint>(
    get: Getter,
    set: Setter,
    work: (api: ApiClient) => Promise<Answer<E>>,
  ): Promise<Answer<E> | null> {
    if (get(busyAtom)) return null;
    set(busyAtom, true);
    set(alertAtom, noAlert);
    const answer = await identified(set, () => work(get(apiAtom)));
    set(busyAtom, false);
    if (!answer.ok) set(alertAtom, errorAlert(answer.message));
    return answer;
  }

  const askAtom = atom(null, async (get, set) => {
    const answer = await send(get, set, (api) => api.call(askForErasure, {}));
    if (answer?.ok) set(alertAtom, successAlert(answer.reply.message));
  });

  const withdrawAtom = atom(null, async (get, set) => {
    const answer = await send(get, set, (api) => api.call(withdrawErasure, {}));
    if (answer?.ok) set(alertAtom, successAlert(answer.reply.message));
  });

  /** True when the file may be fetched now. */
  const downloadAtom = atom(null, async (get, set) => (await send(get, set, mayDownload))?.ok === true);

  return { alertAtom, busyAtom, askAtom, withdrawAtom, downloadAtom };
}

export type OwnDataActs = ReturnType<typeof createOwnData>;
