import { atom, type Setter } from 'jotai';
import type { Endpoint, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import {
  addAuthenticator,
  deleteAuthenticator,
  getFactors,
  offerAuthenticator,
  renewRecoveryCodes,
} from '#contracts/endpoints/second-factors.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer } from '../../api/api-client.ts';
import { createQuery } from '../../api/cache/query.atoms.ts';
import { createForm } from '../../kit/forms/form.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** What the person has besides the password. */
export const factorsQuery = createQuery({
  endpoint: getFactors,
  ask: (api, _own: null) => api.call(getFactors, {}),
  tags: () => ['factors', 'passkeys'],
});

export type Offer = ReplyOf<typeof offerAuthenticator>;

/** The secret that waits for its first code; null while none does. */
export const offerAtom = atom<Offer | null>(null);
/** The recovery codes that were just made; nothing shows them again. */
export const newCodesAtom = atom<readonly string[] | null>(null);
export const factorAlertAtom = atom<Alert>(noAlert);
export const factorBusyAtom = atom(false);

async function act<E extends Endpoint>(
  set: Setter,
  send: () => Promise<Answer<E>>,
  done: (reply: ReplyOf<E>) => Alert,
): Promise<void> {
  set(factorBusyAtom, true);
  set(factorAlertAtom, noAlert);
  const answer = await identified(set, send);
  set(factorBusyAtom, false);
  set(factorAlertAtom, answer.ok ? done(answer.reply) : errorAlert(answer.message));
}

export const offerAppAtom = atom(null, (get, set) =>
  act(
    set,
    () => get(apiAtom).call(offerAuthenticator, {}),
    (offer) => {
      set(offerAtom, offer);
      return noAlert;
    },
  ),
);

export const renewCodesAtom = atom(null, (get, set) =>
  act(
    set,
    () => get(apiAtom).call(renewRecoveryCodes, {}),
    ({ message, recoveryCodes }) => {
      set(newCodesAtom, recoveryCodes);
      return successAlert(message);
    },
  ),
);

export const removeAppAtom = atom(null, (get, set) =>
  act(
    set,
    () => get(apiAtom).call(deleteAuthenticator, {}),
    ({ message }) => successAlert(message),
  ),
);

/** The first code of the app. */
export const firstCodeForm = createForm<{ code: string }, typeof addAuthenticator>({
  start: () => ({ code: '' }),
  check: ({ code }) =>
    /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : { error: 'wrongFactorCode', fields: ['code'] },
  async send(api, { code }, _key, _get, set) {
    const answer = await identified(set, () => api.call(addAuthenticator, { body: { code } }));
    if (answer.ok) {
      set(offerAtom, null);
      set(newCodesAtom, answer.reply.recoveryCodes);
      set(factorAlertAtom, successAlert(answer.reply.message));
    }
    return answer;
  },
  fieldsOf: () => ['code'],
  next: () => ({ code: '' }),
});
