import { atom } from 'jotai';
import { addSale, deleteSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createForm, type Form } from '../../app/forms/form.atoms.ts';
import { employeeAtom } from '../../app/session/session.atoms.ts';
import { errorTickets, successTicket } from '../../ui/tickets.ts';
import { othersToSellForAtom } from './employees.atoms.ts';
import {
  bodyOfSale,
  EMPTY_SALE,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';

/** Empty again, except for the campaign with its tax and rate; and for oneself again, so that nobody else gets the next. */
const nextAfter = ({ campaignId }: SaleDraft): SaleDraft => ({ ...EMPTY_SALE, campaignId });

const form = createForm<SaleDraft, typeof addSale>({
  // An untouched form stands on the person's own campaign.
  start: (get) => ({ ...EMPTY_SALE, campaignId: get(employeeAtom).emp_campaign_id ?? '' }),
  tidy: tidySale,
  check: problemOfSale,
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

/** What was recorded last, while it can be undone: until the next try to record something. */
export const recordedSaleAtom = atom((get) => get(recordedAtom)?.sale);

/** Whom it was recorded for, if for somebody else. */
export const recordedForAtom = atom((get) => {
  const employeeId = get(recordedAtom)?.draft.employeeId;
  return employeeId ? get(othersToSellForAtom).find(({ id }) => id === employeeId) : undefined;
});

/** One for the whole visit: who looks something up in between finds the sale as it was left. */
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

/** Deletes what was recorded last, and gives it back to be corrected unless the next one was begun already. */
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
    set(form.ticketsAtom, errorTickets(answer.message, messages.failedDelete));
    return;
  }
  set(recordedAtom, null);
  if (!answer.ok) {
    set(form.ticketsAtom, errorTickets(answer.message, messages.couldNotDeleteSale));
    return;
  }
  set(form.ticketsAtom, successTicket(answer.reply.message));
  const isUntouched = JSON.stringify(get(form.draftAtom)) === JSON.stringify(nextAfter(draft));
  if (isUntouched) set(form.typeAtom, draft);
});
