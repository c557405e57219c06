import { atom, type Getter, type Setter } from 'jotai';
import {
  addPasskey,
  deletePasskey,
  offerPasskey,
  type Passkey,
  renamePasskey,
} from '#contracts/endpoints/passkeys.endpoints.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Deletion } from '../../kit/forms/deletion.atoms.ts';
import { identified } from '../../kit/session/confirm-identity.atoms.ts';
import { createPasskey } from '../../kit/session/passkey-device.ts';
import { passkeysQuery } from '../../kit/session/passkeys.queries.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** The latest first; undefined until loaded. */
export const passkeysAtom = atom((get) => get(passkeysQuery.replyAtom)?.requestedData);

/** Changes of the person's passkeys; made for the screen that shows its messages. */
export function createPasskeyChanges() {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);

  /** One change at a time; true when done. */
  const change = async (get: Getter, set: Setter, work: () => Promise<Alert>): Promise<boolean> => {
    if (get(busyAtom)) return false;
    set(busyAtom, true);
    set(alertAtom, noAlert);
    const alert = await work();
    set(busyAtom, false);
    set(alertAtom, alert);
    return !alert.isError;
  };

  const addAtom = atom(null, (get, set) =>
    change(get, set, async () => {
      const api = get(apiAtom);
      const offered = await identified(set, () => api.call(offerPasskey, {}));
      if (!offered.ok) return errorAlert(offered.message);
      const made = await createPasskey(offered.reply.options);
      if (!made.ok) return errorAlert(made.message);
      const { credential } = made;
      const answer = await identified(set, () => api.call(addPasskey, { body: { credential } }));
      return answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message);
    }),
  );

  const renameAtom = atom(null, (get, set, { id }: Passkey, name: string) =>
    change(get, set, async () => {
      const answer = await get(apiAtom).call(renamePasskey, { params: { id }, body: { name } });
      return answer.ok ? successAlert(answer.reply.message) : errorAlert(answer.message);
    }),
  );

  const deleteAtom = atom(null, (get, set, { id, name }: Passkey) =>
    change(get, set, async () => {
      const api = get(apiAtom);
      const answer = await identified(set, () => api.call(deletePasskey, { params: { id } }));
      return answer.ok ? successAlert(`${answer.reply.message}: ${name}`) : errorAlert(answer.message);
    }),
  );

  const deletion: Deletion<Passkey> = { alertAtom, busyAtom, deleteAtom };
  return { alertAtom, busyAtom, addAtom, renameAtom, deletion };
}

export type PasskeyChanges = ReturnType<typeof createPasskeyChanges>;
