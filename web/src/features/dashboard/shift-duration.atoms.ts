import { atom } from 'jotai';
import { editShiftDuration } from '#contracts/endpoints/employees.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { noteFiguresAtom } from '../../kit/numbers/own-figures.atoms.ts';
import { liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';

export const shiftDurationAlertAtom = atom<Alert>(noAlert);

/** The digit that is being saved. */
export const shiftDurationSentAtom = atom<string | null>(null);

/** Sets the hours of today's shift and of new ones; the answer of the server is shown at once. */
export const saveShiftDurationAtom = atom(null, async (get, set, digit: string): Promise<void> => {
  if (get(shiftDurationSentAtom) !== null) return;
  const over = get(liveOwnFiguresAtom);
  set(shiftDurationAlertAtom, noAlert);
  set(shiftDurationSentAtom, digit);
  const answer = await get(apiAtom).call(editShiftDuration, { body: { shiftDuration: digit } });
  set(shiftDurationSentAtom, null);
  if (!answer.ok) {
    set(shiftDurationAlertAtom, errorAlert(answer.message, messages.failedEdit));
    return;
  }
  const { newDuration, salesPerHour } = answer.reply;
  set(noteFiguresAtom, { shiftDuration: newDuration, salesPerHour }, over);
  set(shiftDurationAlertAtom, successAlert(messages.updated));
});
