import { atom } from 'jotai';
import { editShiftDuration, editShiftStart } from '#contracts/endpoints/employees.endpoints.ts';
import type { OwnFigures } from '#contracts/live/live-protocol.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { nowAtom } from '../../kit/clock.atoms.ts';
import {
  noteFiguresAtom,
  ownStartAtom,
  salesPerHourAtom,
  shiftDurationAtom,
  startingDateAtom,
} from '../../kit/numbers/own-figures.atoms.ts';
import { liveOwnFiguresAtom } from '../../live/live.atoms.ts';
import { type Alert, errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { formatLoginTime } from '../../ui/format.ts';

export type Shift = {
  /** The local date that it belongs to. */
  date: string;
  loginTime: string | null;
  /** The same for people, on the clock where it began. */
  begin: string | null;
  timezone: string | null;
  duration: number | 'N/A';
  rate: number | 'N/A';
  /** Minutes since the login. */
  minutes: number;
  startReason: OwnFigures['startReason'];
  isStarting: boolean;
};

export const shiftAtom = atom((get): Shift => {
  const start = get(ownStartAtom);
  const { login_time: loginTime, login_date: date, timezone } = start;
  return {
    ...{ date, loginTime, begin: formatLoginTime(start), timezone },
    duration: get(shiftDurationAtom),
    rate: get(salesPerHourAtom),
    minutes: loginTime
      ? Math.max(0, Math.floor((Date.parse(get(nowAtom)) - Date.parse(loginTime)) / 60_000))
      : 0,
    startReason: start.start_reason,
    isStarting: get(startingDateAtom) !== null,
  };
});

export const shiftDurationAlertAtom = atom<Alert>(noAlert);

const startSentAtom = atom(false);

/** Corrects when the shift of today began: HH:mm. False when it is refused. Its value: whether it is being sent. */
export const saveShiftStartAtom = atom(
  (get) => get(startSentAtom),
  async (get, set, loginTime: string): Promise<boolean> => {
    const over = get(liveOwnFiguresAtom);
    set(shiftDurationAlertAtom, noAlert);
    set(startSentAtom, true);
    const answer = await get(apiAtom).call(editShiftStart, { body: { loginTime } });
    set(startSentAtom, false);
    if (answer.ok) {
      const { loginTime: begun, salesPerHour } = answer.reply;
      set(noteFiguresAtom, { loginTime: begun, startReason: 'corrected', salesPerHour }, over);
    }
    const told = answer.ok ? successAlert(messages.updated) : errorAlert(answer.message, messages.failedEdit);
    set(shiftDurationAlertAtom, told);
    return answer.ok;
  },
);

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
