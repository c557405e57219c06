import { atom } from 'jotai';
import { addSale, deleteSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createForm, type Form } from '../../kit/forms/form.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { errorAlert, successAlert } from '../../ui/alert.ts';
import { newSaleMemoryAtom } from './add-sale-memory.atoms.ts';
import {
  bodyOfSale,
  EMPTY_SALE,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';

/** The employees that a manager can record a sale for: all but the manager; empty until loaded. */
export const sellersAtom = atom((get) => {
  const { id } = get(employeeAtom);
  return (get(allEmployeesQuery.replyAtom)?.requestedData ?? []).filter((employee) => employee.id !== id);
});

/** Chooses the seller by id, and the campaign of that employee; an empty id is the manager who records. */
export const sellForAtom = atom(null, (get, set, id: string): void => {
  const theirs = get(sellersAtom).find((employee) => employee.id === id)?.campaign_id;
  const campaignId = id === '' ? get(employeeAtom).emp_campaign_id : theirs;
  set(form.typeAtom, { employeeId: id, ...(campaignId && { campaignId }) });
});

/** The next draft: empty except for the campaign, and for oneself, so that another employee does not get the next sale by mistake. */
const nextAfter = ({ campaignId }: SaleDraft): SaleDraft => ({ ...EMPTY_SALE, campaignId });

const form = createForm<SaleDraft, typeof addSale>({
  memoryAtom: newSaleMemoryAtom,
  // An untouched form has the person's own campaign.
  start: (get) => ({ ...EMPTY_SALE, campaignId: get(employeeAtom).emp_campaign_id ?? '' }),
  tidy: tidySale,
  check: (draft, get) => {
    const problem = problemOfSale(draft, get);
    return problem?.error === 'incompleteFields' ? { ...problem, also: 'failedAdd' } : problem;
  },
  send: (api, draft, idempotencyKey, get) => {
    const employeeId = draft.employeeId || undefined;
    return api.call(addSale, { body: { ...bodyOfSale(draft, get), employeeId }, idempotencyKey });
  },
  fieldsOf: fieldsOfSale,
  failure: 'failedAdd',
  success: 'saved',
  next: nextAfter,
});

type Recorded = { readonly sale: Sale; readonly draft: SaleDraft };
const recordedAtom = atom<Recorded | null>(null);

/** The last recorded sale while it can be undone: until the next attempt to record. */
export const recordedSaleAtom = atom((get) => get(recordedAtom)?.sale);

/** The employee of that sale, unless it is the person's own. */
export const recordedForAtom = atom((get) => {
  const employeeId = get(recordedAtom)?.draft.employeeId;
  return employeeId ? get(sellersAtom).find(({ id }) => id === employeeId) : undefined;
});

/** One form for the whole visit: the draft survives a visit to another screen, and a reload. */
export const newSaleForm: Form<SaleDraft, { message: string; requestedData: Sale[] }> = {
  ...form,
  submitAtom: atom(null, async (get, set) => {
    if (get(form.busyAtom)) return null;
    const draft = get(form.draftAtom);
    set(recordedAtom, null);
    const reply = await set(form.submitAtom);
    const sale = reply?.requestedData[0];
    if (sale) set(recordedAtom, { sale, draft });
    return reply;
  }),
};

export const newSaleFigures = saleFigures(newSaleForm);

const undoingAtom = atom(false);
export const isUndoingAtom = atom((get) => get(undoingAtom));

/** Deletes the last recorded sale, and restores its draft unless the next one was begun. */
export const undoSaleAtom = atom(null, async (get, set): Promise<void> => {
  const recorded = get(recordedAtom);
  if (!recorded || get(undoingAtom)) return;
  const { sale, draft } = recorded;
  set(undoingAtom, true);
  const answer = await get(apiAtom).call(deleteSale, {
    params: { id: sale.id },
    body: { entryDate: sale.entry_date },
  });
  set(undoingAtom, false);
  if (!answer.ok && answer.error === 'unavailable') {
    set(form.alertAtom, errorAlert(answer.message, messages.failedDelete));
    return;
  }
  set(recordedAtom, null);
  if (!answer.ok) {
    set(form.alertAtom, errorAlert(answer.message, messages.couldNotDeleteSale));
    return;
  }
  set(form.alertAtom, successAlert(answer.reply.message));
  const isUntouched = JSON.stringify(get(form.draftAtom)) === JSON.stringify(nextAfter(draft));
  if (isUntouched) set(form.typeAtom, draft);
});
