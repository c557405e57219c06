import { atom } from 'jotai';
import { editShiftDurationOf, editShiftStartOf } from '#contracts/endpoints/employees.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { errorAlert, noAlert, successAlert } from '../../ui/alert.ts';
import { reportAlertAtom, reportQuery } from './report.atoms.ts';

const busyAtom = atom(false);

/** Sends one change and loads the report again. False when it is refused; the message says why. */
const sendAtom = atom(
  null,
  async (
    get,
    set,
    send: (api: ApiClient) => Promise<{ ok: true } | { ok: false; message: string }>,
  ): Promise<boolean> => {
    set(reportAlertAtom, noAlert);
    set(busyAtom, true);
    const answer = await send(get(apiAtom));
    set(busyAtom, false);
    if (!answer.ok) {
      set(reportAlertAtom, errorAlert(answer.message, messages.failedEdit));
      return false;
    }
    set(reportAlertAtom, successAlert(messages.updated));
    await set(reportQuery.reloadAtom);
    return true;
  },
);

/** Adds a missing shift. Its value: whether a change is being sent. */
export const addShiftAtom = atom(
  (get) => get(busyAtom),
  (_get, set, body: BodyOf<typeof editShiftDurationOf>) =>
    set(sendAtom, (api) => api.call(editShiftDurationOf, { body })),
);

/** Corrects when a shift began. Its value: the same. */
export const setStartAtom = atom(
  (get) => get(busyAtom),
  (_get, set, body: BodyOf<typeof editShiftStartOf>) =>
    set(sendAtom, (api) => api.call(editShiftStartOf, { body })),
);
