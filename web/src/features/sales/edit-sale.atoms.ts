import type { Getter } from 'jotai';
import type { BodyOf, ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { editSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createEdit, type Edit } from '../../app/forms/edit.atoms.ts';
import { localeAtom } from '../../app/locale.atoms.ts';
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
  readonly form: Edit<SaleDraft, ReplyOf<typeof editSale>>;
  readonly figures: SaleFigures;
};

/** The form of a sale that there is, filled with it as the person writes numbers. `found` as it was fetched first. */
export function createSaleEdit(
  { resource, ask }: Pick<SaleAtoms, 'resource' | 'ask'>,
  found: Sale,
): SaleEdit {
  const saleNow = (get: Getter) => get(resource.replyAtom)?.requestedData[0] ?? found;
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
  // Rates change with the campaign and only with it.
  const own = (get: Getter) => {
    const { campaign_id: campaignId, tax, commission_rate: commission } = saleNow(get);
    return { campaignId, tax, commission };
  };
  return { form, figures: saleFigures(form, own) };
}

/** What was changed, and the status, which is required. */
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
