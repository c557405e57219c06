import { atom } from 'jotai';
import { askToConfirm, confirmIdentity } from '#contracts/endpoints/passkeys.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';
import { closeConfirmAtom } from './confirm-identity.atoms.ts';
import { signByPasskey } from './passkey-device.ts';

export const confirmAlertAtom = atom<Alert>(noAlert);
export const confirmBusyAtom = atom(false);

/** Proves it by a password; by a passkey for null. */
export const confirmAtom = atom(null, async (get, set, password: string | null) => {
  if (get(confirmBusyAtom)) return;
  set(confirmBusyAtom, true);
  const problem = await proveIdentity(get(apiAtom), password);
  set(confirmBusyAtom, false);
  if (problem === null) set(closeConfirmAtom, true);
  else set(confirmAlertAtom, errorAlert(problem));
});

/** As above; returns the reason for the person when it failed, else null. */
export async function proveIdentity(api: ApiClient, password: string | null): Promise<string | null> {
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
