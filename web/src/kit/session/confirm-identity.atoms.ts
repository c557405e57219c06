import { atom, type Setter } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { checkIdentity } from '#contracts/endpoints/passkeys.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer } from '../../api/api-client.ts';

type Asking = { readonly settle: (isConfirmed: boolean) => void };

/** The open question whether it is the person; null while nothing asks. */
export const askingAtom = atom<Asking | null>(null);

/**
 * Sends a call that needs a fresh proof of identity. If the server asks for one, the person is asked, and the call is
 * sent again.
 */
export async function identified<E extends Endpoint>(
  set: Setter,
  send: () => Promise<Answer<E>>,
): Promise<Answer<E>> {
  const answer = await send();
  if (answer.ok || answer.error !== 'confirmIdentity') return answer;
  const isConfirmed = await new Promise<boolean>((settle) => set(askingAtom, { settle }));
  return isConfirmed ? send() : answer;
}

export const closeConfirmAtom = atom(null, (get, set, isConfirmed: boolean) => {
  get(askingAtom)?.settle(isConfirmed);
  set(askingAtom, null);
});

/** Before a file that needs a fresh proof of identity: false when the person did not give it. */
export const identifyAtom = atom(null, async (get, set) => {
  const answer = await identified(set, () => get(apiAtom).call(checkIdentity, {}));
  return answer.ok || answer.error !== 'confirmIdentity';
});
