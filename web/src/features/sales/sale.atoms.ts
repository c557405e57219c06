import { atom, type Getter } from 'jotai';
import type { BodyOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { editSale, getSale, type Sale, type SaleOfEmployee } from '#contracts/endpoints/sales.endpoints.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { createQuery, type Query } from '../../api/cache/query.atoms.ts';
import { daysOf } from '../../api/cache/tags.ts';
import type { Deletion } from '../../kit/forms/deletion.atoms.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import type { Form } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { liveVersionAtom } from '../../live/live.atoms.ts';
import { priceNumber } from '../../ui/format.ts';
import { marksOf, writeNumber } from '../../ui/number-text.ts';
import {
  bodyOfSale,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  type SaleFigures,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';
import { createSaleDeletion, salesList } from './sales-list.atoms.ts';

/** A sale of an own list does not say whose it is. */
type ShownSale = Sale & Partial<Pick<SaleOfEmployee, 'employee_id'>>;
type OneSale = { requestedData: ShownSale[] };

/** One sale, made for one screen. */
export type SaleAtoms = {
  /** The sale by its id; `noSuchSale` when it does not exist, or no longer. */
  readonly query: Query<string, { requestedData: SaleOfEmployee[] }>;
  /** The same, but shown from the list until the answer arrives. */
  readonly quickQuery: Query<string, OneSale>;
  /** The current sale; null when it is deleted, undefined without an answer. */
  readonly ask: (api: ApiClient, get: Getter) => Promise<Sale | null | undefined>;
  readonly deletion: Deletion<Sale>;
};

export function createSale(id: string): SaleAtoms {
  const find = (api: ApiClient, get: Getter) =>
    api.call(getSale, { params: { id }, since: get(liveVersionAtom) });
  const query = createQuery<string, typeof getSale>({
    endpoint: getSale,
    ask: (api, _id, get) => find(api, get),
    tags: (_id, reply) => ['days', ...(reply?.requestedData ?? []).map((sale) => daysOf(sale.employee_id))],
    forgetOnLeave: true,
  });
  const quickReplyAtom = atom((get): OneSale | undefined => {
    const found = get(query.replyAtom);
    if (found) return found;
    const listed = get(salesList.replyAtom)?.requestedData.find((sale) => sale.id === id);
    const employee_id = get(salesList.first.parametersAtom)?.employeeId || undefined;
    return listed && { requestedData: [{ ...listed, employee_id }] };
  });
  return {
    query,
    quickQuery: { ...query, replyAtom: quickReplyAtom },
    ask: async (api, get) => {
      const answer = await find(api, get);
      if (answer.ok) return answer.reply.requestedData[0];
      return answer.error === 'noSuchSale' ? null : undefined;
    },
    deletion: createSaleDeletion(),
  };
}

type SaleEdit = {
  readonly form: Form<SaleDraft, ReplyOf<typeof editSale>>;
  readonly figures: SaleFigures;
};

/** The form of an existing sale, with numbers in the locale of the person. `found` is the sale as loaded first. */
export function createSaleEdit({ query, ask }: Pick<SaleAtoms, 'query' | 'ask'>, found: Sale): SaleEdit {
  const saleNow = (get: Getter) => get(query.replyAtom)?.requestedData[0] ?? found;
  const form = createEdit<SaleDraft, typeof editSale>({
    row: (get) => draftOf(saleNow(get), get),
    ask: async (api, get) => {
      const sale = await ask(api, get);
      return sale ? draftOf(sale, get) : sale;
    },
    missing: 'noSuchSale',
    tidy: tidySale,
    check: (draft, get) => {
      if (draft.status === '') return { error: 'statusRequired', fields: ['status'] };
      const { status, price } = saleNow(get);
      // A sale without a price shows 0.00: it is no price of a sale that becomes Closed.
      const staysUnpriced = priceNumber(price) === 0 && draft.price === draftOf(saleNow(get), get).price;
      const lacksPrice = draft.status === 'Closed' && status !== 'Closed' && staysUnpriced;
      if (lacksPrice || draft.price.trim() === '') return { error: 'incompleteFields', fields: ['price'] };
      return problemOfSale(draft, get);
    },
    send: (api, changed, idempotencyKey, get, draft) =>
      api.call(editSale, {
        params: { id: found.id },
        body: changesOf(changed, draft, get),
        idempotencyKey,
      }),
    fieldsOf: fieldsOfSale,
    failure: 'failedEdit',
    success: 'updated',
  });
  // The rates of a sale change only with its campaign.
  const own = (get: Getter) => {
    const { campaign_id: campaignId, tax, commission_rate: commission } = saleNow(get);
    return { campaignId, tax, commission };
  };
  return { form, figures: saleFigures(form, own) };
}

/** The changed fields, and the status, which the API requires. */
function changesOf(changed: Partial<SaleDraft>, draft: SaleDraft, get: Getter): BodyOf<typeof editSale> {
  const fields = Object.entries(bodyOfSale(draft, get)).filter(([key]) => key in changed);
  return { ...Object.fromEntries(fields), status: draft.status };
}

function draftOf(sale: Sale, get: Getter): SaleDraft {
  const locale = get(localeAtom);
  return {
    name: sale.sale_name,
    campaignId: sale.campaign_id,
    customerNumber: sale.customer_number,
    // With both decimals, as it is shown everywhere.
    price: sale.price.replace(/^\D+/, '').replace('.', marksOf(locale).decimal),
    discount: writeNumber(sale.discount, locale),
    status: sale.status,
    details: sale.details,
    detailsCut: false,
    employeeId: '',
  };
}
