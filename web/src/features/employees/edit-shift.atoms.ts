import { atom } from 'jotai';
import { editShiftDurationOf } from '#contracts/endpoints/employees.endpoints.ts';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { readHours } from '#contracts/shift-duration.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { type Alert, errorAlert, noAlert } from '../../ui/alert.ts';
import { editedBack, editedWith, withEdit } from './edited-shifts.ts';
import { editedShiftsAtom, reportQuery } from './report.atoms.ts';

export const reportAlertAtom = atom<Alert>(noAlert);

/** The last requested change of each shift, by its id, while the change before it is being saved. */
const wantedAtom = atom<ReadonlyMap<string, string>>(new Map());

/**
 * Sets the duration of a shift. It shows at once, its sales per hour with the answer, and a refusal
 * takes it back. Changes of one shift are sent one after the other; of several that wait only the last is sent.
 */
export const setDurationAtom = atom(
  null,
  async (get, set, shown: ShiftLogRow, digit: string): Promise<void> => {
    const hours = readHours(digit);
    if (hours === null) return set(reportAlertAtom, errorAlert(messages.invalidDuration));
    if (get(editedShiftsAtom).get(shown.id)?.pending) {
      set(editedShiftsAtom, (edited) => editedWith(edited, shown, { shift_duration: hours }, true));
      return set(wantedAtom, (wanted) => new Map(wanted).set(shown.id, digit));
    }
    let row = shown;
    for (let next: string | undefined = digit; next !== undefined; next = get(wantedAtom).get(shown.id)) {
      set(wantedAtom, (wanted) => new Map([...wanted].filter(([id]) => id !== shown.id)));
      row = await set(changeAtom, row, next);
    }
  },
);

/** One change of a row, and the row as shown afterwards. */
const changeAtom = atom(null, async (get, set, shown: ShiftLogRow, digit: string): Promise<ShiftLogRow> => {
  const before = get(editedShiftsAtom).get(shown.id);
  set(reportAlertAtom, noAlert);
  set(editedShiftsAtom, (edited) => editedWith(edited, shown, { shift_duration: Number(digit) }, true));
  const { employee_id: employeeId, login_date: loginDate } = shown;
  const answer = await get(apiAtom).call(editShiftDurationOf, {
    body: { shiftDuration: digit, employeeId, loginDate },
  });
  // The row may have been loaded again meanwhile, before or after the change.
  const row = get(reportQuery.replyAtom)?.requestedData.find(({ id }) => id === shown.id) ?? shown;
  if (answer.ok) {
    const { newDuration: shift_duration, salesPerHour: sales_per_hour } = answer.reply;
    set(editedShiftsAtom, (edited) => editedWith(edited, row, { shift_duration, sales_per_hour }, false));
  } else {
    set(editedShiftsAtom, (edited) => editedBack(edited, shown, before));
    set(reportAlertAtom, errorAlert(answer.message, messages.failedEdit));
  }
  return withEdit(row, get(editedShiftsAtom));
});
