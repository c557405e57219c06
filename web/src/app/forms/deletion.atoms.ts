import { type Atom, atom, type PrimitiveAtom, type WritableAtom } from 'jotai';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { Answer, ApiClient } from '../../api/api-client.ts';
import { errorTickets, noTickets, successTicket, type Tickets } from '../../ui/tickets.ts';

/** Deleting one row after the person confirmed it. */
export type Deletion<Row> = {
  readonly ticketsAtom: PrimitiveAtom<Tickets>;
  readonly busyAtom: Atom<boolean>;
  /** True when it is gone; the banner tells the server's message either way. */
  readonly deleteAtom: WritableAtom<null, [Row], Promise<boolean>>;
};

type Options<Row, E extends Endpoint> = {
  readonly send: (api: ApiClient, row: Row) => Promise<Answer<E>>;
  /** Told below the server's own message when it refused; left out where that one says it all. */
  readonly failure?: MessageCode;
  /** Told instead of `failure` when nobody answered, where the specification has words for that. */
  readonly unreachable?: MessageCode;
};

/** `row` is what the call needs of the row, mostly its id. */
export function createDeletion<Row, E extends Endpoint>({
  send,
  failure,
  unreachable = failure,
}: Options<Row, E>): Deletion<Row> {
  const ticketsAtom = atom<Tickets>(noTickets);
  const busyAtom = atom(false);
  const deleteAtom = atom(null, async (get, set, row: Row): Promise<boolean> => {
    if (get(busyAtom)) return false;
    set(busyAtom, true);
    set(ticketsAtom, noTickets);
    const answer = await send(get(apiAtom), row);
    set(busyAtom, false);
    if (answer.ok) {
      const { message } = answer.reply as { message: string };
      set(ticketsAtom, successTicket(message));
    } else {
      const also = answer.error === 'unavailable' ? unreachable : failure;
      set(ticketsAtom, errorTickets(answer.message, ...(also ? [messages[also]] : [])));
    }
    return answer.ok;
  });
  return { ticketsAtom, busyAtom, deleteAtom };
}
