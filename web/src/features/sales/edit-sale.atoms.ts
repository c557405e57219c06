import type { Getter } from 'jotai';
import type { BodyOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { editSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createEdit } from '../../kit/forms/edit.atoms.ts';
import type { Form } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import { marksOf, writeNumber } from '../../ui/number-text.ts';
import type { SaleAtoms } from './sale.atoms.ts';
import {
  bodyOfSale,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  type SaleFigures,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';

export type SaleEdit = {
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
    check: (draft, get) =>
      draft.status === '' ? { error: 'statusRequired', fields: ['status'] } : problemOfSale(draft, get),
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
