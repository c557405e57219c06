import type { Getter } from 'jotai';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { editSale, type Sale } from '#contracts/endpoints/sales.endpoints.ts';
import { createForm } from '../../app/form.atoms.ts';
import { localeAtom } from '../../app/locale.atoms.ts';
import { priceNumber } from '../../ui/format.ts';
import { writeNumber } from '../../ui/number-text.ts';
import {
  bodyOfSale,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  type SaleFigures,
  type SaleForm,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';

/** The form of a sale that there is, filled with it as the person writes numbers. */
export function editSaleForm(sale: Sale): { form: SaleForm; figures: SaleFigures } {
  const form = createForm<SaleDraft, typeof editSale>({
    start: (get) => draftOf(sale, get),
    tidy: tidySale,
    check: (draft, get) =>
      draft.status === '' ? { error: 'statusRequired', fields: ['status'] } : problemOfSale(draft, get),
    send: (api, draft, idempotencyKey, get) =>
      api.call(editSale, { params: { id: sale.id }, body: changesOf(sale, draft, get), idempotencyKey }),
    fieldsOf: fieldsOfSale,
    failure: 'failedEdit',
    success: 'updated',
  });
  // Rates change with the campaign and only with it.
  const own = { campaignId: sale.campaign_id, tax: sale.tax, commission: sale.commission_rate };
  return { form, figures: saleFigures(form, own) };
}

function draftOf(sale: Sale, get: Getter): SaleDraft {
  const locale = get(localeAtom);
  return {
    name: sale.sale_name,
    campaignId: sale.campaign_id,
    customerNumber: sale.customer_number,
    price: writeNumber(priceNumber(sale.price), locale),
    discount: writeNumber(sale.discount, locale),
    status: sale.status,
    details: sale.details,
    detailsCut: false,
  };
}

/** What was changed, and the status, which is required: what somebody else changes meanwhile stays. */
function changesOf(sale: Sale, draft: SaleDraft, get: Getter): BodyOf<typeof editSale> {
  const before = bodyOfSale(draftOf(sale, get), get);
  const body = bodyOfSale(draft, get);
  const changed = Object.entries(body).filter(([key, value]) => value !== before[key as keyof typeof before]);
  return { ...Object.fromEntries(changed), status: draft.status };
}
