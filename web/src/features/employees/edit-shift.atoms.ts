import { atom } from 'jotai';
import { editShiftDurationOf } from '#contracts/endpoints/employees.endpoints.ts';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { readHours } from '#contracts/shift-duration.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { errorTickets, noTickets, type Tickets } from '../../ui/tickets.ts';
import { editedBack, editedWith, withEdit } from './edited-shifts.ts';
import { editedShiftsAtom, reportResource } from './report.atoms.ts';

export const reportTicketsAtom = atom<Tickets>(noTickets);

/** What was asked for last while the change before it is on its way, by the id of the shift. */
const wantedAtom = atom<ReadonlyMap<string, string>>(new Map());

/**
 * Sets the duration of a shift: shown at once, with its sales per hour as soon as the server has said them, and
 * taken back when it refuses. Changes of one shift are sent one after the other; of those that wait the last counts.
 */
export const setDurationAtom = atom(
  null,
  async (get, set, shown: ShiftLogRow, digit: string): Promise<void> => {
    const hours = readHours(digit);
    if (hours === null) return set(reportTicketsAtom, errorTickets(messages.invalidDuration));
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

/** One change of a row, and the row as it is shown afterwards. */
const changeAtom = atom(null, async (get, set, shown: ShiftLogRow, digit: string): Promise<ShiftLogRow> => {
  const before = get(editedShiftsAtom).get(shown.id);
  set(reportTicketsAtom, noTickets);
  set(editedShiftsAtom, (edited) => editedWith(edited, shown, { shift_duration: Number(digit) }, true));
  const { employee_id: employeeId, login_date: loginDate } = shown;
  const answer = await get(apiAtom).call(editShiftDurationOf, {
    body: { shiftDuration: digit, employeeId, loginDate },
  });
  // The row may have been fetched anew meanwhile, before or after the change.
  const row = get(reportResource.replyAtom)?.requestedData.find(({ id }) => id === shown.id) ?? shown;
  if (answer.ok) {
    const { newDuration: shift_duration, salesPerHour: sales_per_hour } = answer.reply;
    set(editedShiftsAtom, (edited) => editedWith(edited, row, { shift_duration, sales_per_hour }, false));
  } else {
    set(editedShiftsAtom, (edited) => editedBack(edited, shown, before));
    set(reportTicketsAtom, errorTickets(answer.message, messages.failedEdit));
  }
  return withEdit(row, get(editedShiftsAtom));
});
