import { atom } from 'jotai';
import { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import { type MessageCode, messages } from '#contracts/messages.ts';
import { apiAtom } from '../../api/api.atoms.ts';
import { newKey } from '../../api/new-key.ts';
import { type Submission, submissionOf } from '../../api/submission.ts';
import { errorTickets, noTickets, successTicket, type Tickets } from '../../ui/tickets.ts';
import {
  refusedFieldsAtom,
  resetSaleAtom,
  type SaleDraft,
  type SaleField,
  saleDraftAtom,
  saleNumbersAtom,
} from './sale-form.atoms.ts';

export const addSaleTicketsAtom = atom<Tickets>(noTickets);
export const addingSaleAtom = atom(false);
const unfinishedAtom = atom<Submission | null>(null);

/** Records what stands in the form; true when it is in. After a refusal everything typed stays. */
export const addSaleAtom = atom(null, async (get, set): Promise<boolean> => {
  if (get(addingSaleAtom)) return false;
  const draft = get(saleDraftAtom);
  const numbers = get(saleNumbersAtom);
  const problem = problemOf(draft, numbers);
  set(refusedFieldsAtom, problem?.fields ?? []);
  set(addSaleTicketsAtom, problem ? errorTickets(messages[problem.code]) : noTickets);
  if (problem) return false;

  const body = {
    name: draft.name.trim(),
    campaignId: draft.campaignId,
    customerNumber: draft.customerNumber.trim(),
    price: numbers.price ?? '0',
    discount: numbers.discount ?? '0',
    details: draft.details,
    status: draft.status,
  };
  const submission = submissionOf(body, get(unfinishedAtom), newKey);
  set(unfinishedAtom, submission);
  set(addingSaleAtom, true);
  const answer = await get(apiAtom).call(addSale, { body, idempotencyKey: submission.key });
  set(addingSaleAtom, false);
  if (!answer.ok) {
    set(refusedFieldsAtom, fieldsOf(answer.error, draft));
    set(addSaleTicketsAtom, errorTickets(answer.message, messages.failedAdd));
    return false;
  }
  set(unfinishedAtom, null);
  set(resetSaleAtom);
  set(addSaleTicketsAtom, successTicket(messages.saved));
  return true;
});

type Problem = { code: MessageCode; fields: readonly SaleField[] };

function problemOf(draft: SaleDraft, { price, discount }: { price: string | null; discount: string | null }) {
  const missing = missingIn(draft);
  if (missing.length > 0) return { code: 'incompleteFields', fields: missing } satisfies Problem;
  if (price === null) return { code: 'invalidPrice', fields: ['price'] } satisfies Problem;
  if (discount === null) return { code: 'invalidPercent', fields: ['discount'] } satisfies Problem;
  return null;
}

function missingIn(draft: SaleDraft): SaleField[] {
  return (['name', 'campaignId'] as const).filter((field) => draft[field].trim() === '');
}

/** Which fields a refusal of the server is about. */
function fieldsOf(error: MessageCode, draft: SaleDraft): readonly SaleField[] {
  if (error === 'incompleteFields') return missingIn(draft);
  if (error === 'invalidPrice') return ['price'];
  if (error === 'invalidPercent') return ['discount'];
  if (error === 'invalidStatus') return ['status'];
  return error === 'noSuchCampaign' ? ['campaignId'] : [];
}
