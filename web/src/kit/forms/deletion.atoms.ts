import { type Atom, atom, type PrimitiveAtom, type WritableAtom } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

/** Deletes one row after the person confirmed it. */
export type Deletion<Row> = {
  readonly alertAtom: PrimitiveAtom<Alert>;
  readonly busyAtom: Atom<boolean>;
  /** True when the row is deleted; the banner shows the server's message either way. */
  readonly deleteAtom: WritableAtom<null, [Row], Promise<boolean>>;
};

type Options<Row, E extends Endpoint> = {
  readonly send: (api: ApiClient, row: Row) => Promise<Answer<E>>;
  /** Names the row in the message, in a list where it is no longer seen. */
  readonly nameOf?: (row: Row) => string;
  /** Shown below the server's own message after a refusal; left out where that message suffices. */
  readonly failure?: MessageCode;
  /** Shown instead of `failure` when the server was not reached, where the specification has words for that. */
  readonly unreachable?: MessageCode;
};

/** `row` is what the request needs of the row, mostly its id. */
export function createDeletion<Row, E extends Endpoint>({
  send,
  nameOf,
  failure,
  unreachable = failure,
}: Options<Row, E>): Deletion<Row> {
  const alertAtom = atom<Alert>(noAlert);
  const busyAtom = atom(false);
  const deleteAtom = atom(null, async (get, set, row: Row): Promise<boolean> => {
    if (get(busyAtom)) return false;
    set(busyAtom, true);
    set(alertAtom, noAlert);
    const answer = await send(get(apiAtom), row);
    set(busyAtom, false);
    if (answer.ok) {
      const { message } = answer.reply as { message: string };
      set(alertAtom, successAlert(nameOf ? `${message}: ${nameOf(row)}` : message));
    } else {
      const also = answer.error === 'unavailable' ? unreachable : failure;
      set(alertAtom, errorAlert(answer.message, ...(also ? [messages[also]] : [])));
    }
    return answer.ok;
  });
  return { alertAtom, busyAtom, deleteAtom };
}
