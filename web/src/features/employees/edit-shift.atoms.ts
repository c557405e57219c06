import { atom } from 'jotai';
import { editShiftDurationOf } from '#contracts/endpoints/employees.endpoints.ts';
import type { ShiftLogRow } from '#contracts/endpoints/logs.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { readHours } from '#contracts/shift-duration.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { errorTickets, noTickets, type Tickets } from '../../ui/tickets.ts';
import { editedWith, editedWithout } from './edited-shifts.ts';
import { editedShiftsAtom, reportResource } from './report.atoms.ts';

export const reportTicketsAtom = atom<Tickets>(noTickets);

/** Shifts whose change is on its way. */
export const pendingShiftsAtom = atom((get): ReadonlySet<string> => {
  const pending = [...get(editedShiftsAtom)].filter(([, edit]) => edit.pending);
  return new Set(pending.map(([id]) => id));
});

/**
 * Sets the duration of a shift: shown at once, with its sales per hour as soon as the server has said them, and
 * taken back when it refuses.
 */
export const setDurationAtom = atom(
  null,
  async (get, set, shown: ShiftLogRow, digit: string): Promise<void> => {
    const hours = readHours(digit);
    if (hours === null) return set(reportTicketsAtom, errorTickets(messages.invalidDuration));
    if (get(pendingShiftsAtom).has(shown.id)) return;
    set(reportTicketsAtom, noTickets);
    const before = get(editedShiftsAtom).get(shown.id);
    set(editedShiftsAtom, (edited) => editedWith(edited, shown, { shift_duration: hours }, true));

    const { employee_id: employeeId, login_date: loginDate } = shown;
    const answer = await get(apiAtom).call(editShiftDurationOf, {
      body: { shiftDuration: digit, employeeId, loginDate },
    });
    // The row may have been fetched anew meanwhile, before or after the change.
    const row = get(reportResource.replyAtom)?.requestedData.find(({ id }) => id === shown.id) ?? shown;
    if (answer.ok) {
      const { newDuration: shift_duration, salesPerHour: sales_per_hour } = answer.reply;
      set(editedShiftsAtom, (edited) => editedWith(edited, row, { shift_duration, sales_per_hour }, false));
      return;
    }
    const taken = editedWithout(get(editedShiftsAtom), shown);
    set(editedShiftsAtom, before ? new Map(taken).set(shown.id, before) : taken);
    set(reportTicketsAtom, errorTickets(answer.message, messages.failedEdit));
  },
);
