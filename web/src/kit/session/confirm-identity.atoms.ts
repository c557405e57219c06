import { atom, type Getter, type Setter } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { askToConfirm, confirmIdentity } from '#contracts/endpoints/passkeys.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer } from '../../api/api-client.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';
import { signByPasskey } from './passkey-device.ts';

type Asking = { readonly settle: (isConfirmed: boolean) => void };

/** The open question whether it is the person; null while nothing asks. */
export const askingAtom = atom<Asking | null>(null);
export const confirmAlertAtom = atom<Alert>(noAlert);
export const confirmBusyAtom = atom(false);

/**
 * Sends a write that needs a fresh proof of identity. If the server asks for one, the person is asked, and the write is
 * sent again. The screen has to show `ConfirmIdentity`.
 */
export async function identified<E extends Endpoint>(
  set: Setter,
  send: () => Promise<Answer<E>>,
): Promise<Answer<E>> {
  const answer = await send();
  if (answer.ok || answer.error !== 'confirmIdentity') return answer;
  const isConfirmed = await new Promise<boolean>((settle) => {
    set(confirmAlertAtom, noAlert);
    set(askingAtom, { settle });
  });
  return isConfirmed ? send() : answer;
}

export const closeConfirmAtom = atom(null, (get, set, isConfirmed: boolean) => {
  get(askingAtom)?.settle(isConfirmed);
  set(askingAtom, null);
});

/** Proves it by a password; by a passkey for null. */
export const confirmAtom = atom(null, async (get, set, password: string | null) => {
  if (get(confirmBusyAtom)) return;
  set(confirmBusyAtom, true);
  const problem = await problemOf(get, password);
  set(confirmBusyAtom, false);
  if (problem === null) set(closeConfirmAtom, true);
  else set(confirmAlertAtom, errorAlert(problem));
});

async function problemOf(get: Getter, password: string | null): Promise<string | null> {
  const api = get(apiAtom);
  let body: { password: string } | { credential: string };
  if (password === null) {
    const asked = await api.call(askToConfirm, {});
    if (!asked.ok) return asked.message;
    const signed = await signByPasskey(asked.reply.options);
    if (!signed.ok) return signed.message;
    body = { credential: signed.credential };
  } else body = { password };
  const answer = await api.call(confirmIdentity, { body });
  return answer.ok ? null : answer.message;
}
