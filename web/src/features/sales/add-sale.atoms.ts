import { atom, type Getter, type SetStateAction } from 'jotai';
import { addSale, deleteSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { errorBody, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { createForm, type Form } from '../../kit/forms/form.atoms.ts';
import { allEmployeesQuery } from '../../kit/queries/employees.queries.ts';
import { employeeAtom } from '../../kit/session/session.atoms.ts';
import { type Alert, errorAlert, noAlert, pendingAlert, successAlert } from '../../ui/alert.ts';
import { formatMoney } from '../../ui/format.ts';
import { mendedSaleAtom, newSaleMemoryAtom } from './add-sale-memory.atoms.ts';
import {
  beingSentAtom,
  hasNoNetwork,
  keepSaleAtom,
  recordedWaitingAtom,
  removeWaitingAtom,
  sendWaitingAtom,
  unsentAtom,
  waitingSalesAtom,
} from './add-sale-outbox.atoms.ts';
import { mayHaveArrived, nextTurn, type SaleBody, type WaitingSale } from './add-sale-outbox.ts';
import { isSettled, WORDS, withBody, withdraw } from './deliver-sale.ts';
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

const WAITING: readonly string[] = [WORDS.noNetwork, WORDS.noAnswer];
const OUTAGE = { ok: false, status: 0, ...errorBody('unavailable') } as const;

/** Takes the text of a waiting sale into the form. The sale itself stays in the outbox until it is recorded again. */
export const mendSaleAtom = atom(null, (get, set, sale: WaitingSale) => {
  if (get(beingSentAtom) === sale.key) return;
  set(form.discardAtom);
  set(form.typeAtom, sale.draft);
  set(mendedSaleAtom, sale);
});

/** Leaves the sale in the outbox as it is. */
export const cancelMendingAtom = atom(null, (_get, set) => {
  set(mendedSaleAtom, null);
  set(form.discardAtom);
});

/** What waits on: the sale of the form, in place of the one that is mended, if there is one. */
function toBeKept(get: Getter, draft: SaleDraft, body: SaleBody, newSaleKey: string): WaitingSale {
  const forecast =
    draft.status === 'Closed' ? (get(newSaleFigures.previewAtom)?.commissionDollars ?? null) : null;
  const now = new Date().toISOString();
  const turn = nextTurn(get(waitingSalesAtom));
  const sale = { key: newSaleKey, madeAt: now, turn, body, sent: [], draft, forecast, refusal: null };
  const mended = get(mendedSaleAtom);
  if (!mended) return sale;
  const kept = get(waitingSalesAtom).find(({ key }) => key === mended.key);
  // Another tab has sent it by now, or discarded it.
  const before = kept ?? withBody(mended);
  // It keeps its moment, unless that is what was refused.
  const madeAt = before.refusal === messages.invalidDate ? now : before.madeAt;
  // A refusal ends its key: under it the same refusal would come again.
  const same = { ...sale, madeAt, turn: before.turn };
  return before.refusal === null ? { ...same, key: before.key, sent: before.sent } : same;
}

const form = createForm<SaleDraft, typeof addSale>({
  adds: true,
  memoryAtom: newSaleMemoryAtom,
  // An untouched form has the person's own campaign.
  start: (get) => ({ ...EMPTY_SALE, campaignId: get(employeeAtom).emp_campaign_id ?? '' }),
  tidy: tidySale,
  check: (draft, get) => {
    const problem = problemOfSale(draft, get);
    return problem?.error === 'incompleteFields' ? { ...problem, also: 'failedAdd' } : problem;
  },
  send: async (api, draft, key, get, set) => {
    // Named also for oneself: if another person is signed in to this browser by now, the sale is not theirs.
    const employeeId = draft.employeeId || get(employeeAtom).id;
    const body = { ...bodyOfSale(draft, get), employeeId };
    const mended = get(mendedSaleAtom);
    const sale = toBeKept(get, draft, body, key);
    const isNext = mended === null && get(unsentAtom) === '' && !hasNoNetwork(get);
    const answer = isNext ? await api.call(addSale, { body, query: {}, idempotencyKey: key }) : null;
    if (answer && (answer.ok || answer.status !== 0)) return answer;
    if (!set(keepSaleAtom, answer ? withBody(sale) : sale, mended?.key)) return answer ?? OUTAGE;
    set(mendedSaleAtom, null);
    if (!isNext) {
      const settled = (await set(sendWaitingAtom)).get(sale.key);
      if (settled && isSettled(settled)) {
        const refused = get(waitingSalesAtom).find((each) => each.key === sale.key);
        if (refused) set(mendedSaleAtom, refused);
        return settled;
      }
    }
    const message = WORDS[hasNoNetwork(get) ? 'noNetwork' : 'noAnswer'];
    return { ok: true, stale: false, reply: { message, requestedData: [] } };
  },
  fieldsOf: fieldsOfSale,
  failure: 'failedAdd',
  success: ({ message }) => (WAITING.includes(message) ? pendingAlert(message) : messages.saved),
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

/** The banner of the form. When no sale waits any more, it says what became of those that waited. */
const alertAtom = atom(
  (get) => {
    const alert = get(form.alertAtom);
    return alert.isPending && get(unsentAtom) === '' ? sentAlert(get(recordedWaitingAtom)) : alert;
  },
  (_get, set, alert: SetStateAction<Alert>) => set(form.alertAtom, alert),
);

function sentAlert(sales: readonly Sale[]): Alert {
  const [first] = sales;
  if (!first) return noAlert;
  if (sales.length === 1) return successAlert(`${first.sale_name} ${outcomeOf(first)}`);
  const cents = sales.reduce(
    (sum, { status, commission }) => sum + (status === 'Closed' ? Math.round(commission * 100) : 0),
    0,
  );
  const earned = cents === 0 ? '' : `, which earned you ${formatMoney(cents / 100)}`;
  return successAlert(`${sales.length} sales recorded${earned}`);
}

/** 'earned you $104.40' */
export function outcomeOf({ status, commission }: Sale): string {
  return status === 'Closed' ? `earned you ${formatMoney(commission)}` : `is recorded as ${status}`;
}

/** One form for the whole visit: the draft survives a visit to another screen, and a reload. */
export const newSaleForm: Form<SaleDraft, { message: string; requestedData: Sale[] }> = {
  ...form,
  alertAtom,
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

/** Discards a waiting sale. One that may have arrived is first taken back from the server, or it stays. */
export const discardSaleAtom = atom(null, async (get, set, { key }: WaitingSale): Promise<void> => {
  const sale = get(waitingSalesAtom).find((each) => each.key === key);
  if (!sale || get(beingSentAtom) === key) return;
  const drop = () => {
    set(removeWaitingAtom, key);
    if (get(mendedSaleAtom)?.key === key) set(cancelMendingAtom);
  };
  if (!mayHaveArrived(sale)) return drop();
  if (get(beingSentAtom) !== null) return;
  set(beingSentAtom, key);
  const answer = await withdraw(get(apiAtom), sale);
  set(beingSentAtom, null);
  if (!isSettled(answer)) {
    set(form.alertAtom, errorAlert(WORDS.mayHaveArrived));
    return;
  }
  drop();
  const recorded = answer.ok && answer.reply.requestedData[0];
  if (!recorded) return;
  set(recordedAtom, { sale: recorded, draft: sale.draft });
  set(form.alertAtom, successAlert(WORDS.arrived));
});
