import { atom } from 'jotai';
import { editShiftDuration } from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { tellFiguresAtom } from '../../app/numbers/own-figures.atoms.ts';
import { liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { errorTickets, noTickets, successTicket, type Tickets } from '../../ui/tickets.ts';

export const shiftDurationTicketsAtom = atom<Tickets>(noTickets);

/** The digit that is on its way to the server. */
export const shiftDurationSentAtom = atom<string | null>(null);

/** Sets the hours of today's shift and of new ones; what the server answers is shown at once. */
export const saveShiftDurationAtom = atom(null, async (get, set, digit: string): Promise<void> => {
  if (get(shiftDurationSentAtom) !== null) return;
  const over = get(liveOwnFiguresAtom);
  set(shiftDurationTicketsAtom, noTickets);
  set(shiftDurationSentAtom, digit);
  const answer = await get(apiAtom).call(editShiftDuration, { body: { shiftDuration: digit } });
  set(shiftDurationSentAtom, null);
  if (!answer.ok) {
    set(shiftDurationTicketsAtom, errorTickets(answer.message, messages.failedEdit));
    return;
  }
  const { newDuration, salesPerHour } = answer.reply;
  set(tellFiguresAtom, { shiftDuration: newDuration, salesPerHour }, over);
  set(shiftDurationTicketsAtom, successTicket(messages.updated));
});
