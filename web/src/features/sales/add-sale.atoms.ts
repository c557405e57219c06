import { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import { createForm } from '../../app/form.atoms.ts';
import { employeeAtom } from '../../app/session.atoms.ts';
import {
  bodyOfSale,
  EMPTY_SALE,
  fieldsOfSale,
  problemOfSale,
  type SaleDraft,
  saleFigures,
  tidySale,
} from './sale-form.atoms.ts';

/** One for the whole visit: who looks something up in between finds the sale as it was left. */
export const newSaleForm = createForm<SaleDraft, typeof addSale>({
  // An untouched form stands on the person's own campaign.
  start: (get) => ({ ...EMPTY_SALE, campaignId: get(employeeAtom).emp_campaign_id ?? '' }),
  tidy: tidySale,
  check: problemOfSale,
  send: (api, draft, idempotencyKey, get) =>
    api.call(addSale, { body: bodyOfSale(draft, get), idempotencyKey }),
  fieldsOf: fieldsOfSale,
  failure: 'failedAdd',
  success: 'saved',
  // Empty again, except for the campaign with its tax and rate.
  next: ({ campaignId }) => ({ ...EMPTY_SALE, campaignId }),
});

export const newSaleFigures = saleFigures(newSaleForm);
