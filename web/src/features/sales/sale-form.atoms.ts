import { atom } from 'jotai';
import { commissionCents } from '#contracts/commission.ts';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import { centsToNumber, parsePrice } from '#contracts/money.ts';
import { parsePercent } from '#contracts/percent.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { cutText } from '#contracts/text.ts';
import { employeeAtom } from '../../app/session.atoms.ts';
import { readNumber } from '../../ui/number-text.ts';
import { campaignsAtom } from './campaigns.atoms.ts';

/** What stands in the form, as it was typed. */
export type SaleDraft = {
  name: string;
  campaignId: string;
  customerNumber: string;
  price: string;
  discount: string;
  status: SaleStatus;
  details: string;
};

export type SaleField = keyof SaleDraft;

const EMPTY: SaleDraft = {
  name: '',
  campaignId: '',
  customerNumber: '',
  price: '',
  discount: '0',
  status: 'Lead',
  details: '',
};

/** How this person writes numbers. */
export const localeAtom = atom(globalThis.navigator?.language ?? 'en-CA');

const typedAtom = atom<SaleDraft | null>(null);

/** An untouched form stands on the person's own campaign. */
export const saleDraftAtom = atom((get): SaleDraft => {
  const own = get(employeeAtom).emp_campaign_id;
  return get(typedAtom) ?? { ...EMPTY, campaignId: own ?? '' };
});

/** Details beyond 255 characters are cut, and the box says so until something else is typed. */
export const detailsCutAtom = atom(false);
export const refusedFieldsAtom = atom<readonly SaleField[]>([]);

export const typeSaleAtom = atom(null, (get, set, change: Partial<SaleDraft>) => {
  const draft = { ...get(saleDraftAtom), ...change };
  if (change.details !== undefined) set(detailsCutAtom, change.details.length > DETAILS_MAX);
  set(typedAtom, { ...draft, details: cutText(draft.details, DETAILS_MAX) });
  const touched = Object.keys(change);
  set(
    refusedFieldsAtom,
    get(refusedFieldsAtom).filter((field) => !touched.includes(field)),
  );
});

/** After a sale went in: empty again, except for the campaign with its tax and rate. */
export const resetSaleAtom = atom(null, (get, set) => {
  set(typedAtom, { ...EMPTY, campaignId: get(saleDraftAtom).campaignId });
  set(detailsCutAtom, false);
  set(refusedFieldsAtom, []);
});

export const chosenCampaignAtom = atom((get) =>
  get(campaignsAtom)?.find(({ campaign_id }) => campaign_id === get(saleDraftAtom).campaignId),
);

/** Price and discount in the one form that is sent; null where what was typed is no such number. */
export const saleNumbersAtom = atom((get): { price: string | null; discount: string | null } => {
  const { price, discount } = get(saleDraftAtom);
  const locale = get(localeAtom);
  const readPrice = price.trim() === '' ? '0' : readNumber(price, locale);
  const readDiscount = discount.trim() === '' ? '0' : readNumber(discount, locale);
  return {
    price: readPrice !== null && parsePrice(readPrice) !== null ? readPrice : null,
    discount: readDiscount !== null && parsePercent(readDiscount) !== null ? readDiscount : null,
  };
});

export type CommissionPreview = {
  priceDollars: number;
  taxPercent: number;
  discountPercent: number;
  commissionPercent: number;
  commissionDollars: number;
};

/** What the sale would earn, by the same arithmetic as the server's; null while something is missing. */
export const commissionPreviewAtom = atom((get): CommissionPreview | null => {
  const campaign = get(chosenCampaignAtom);
  const { price, discount } = get(saleNumbersAtom);
  if (!campaign || price === null || discount === null) return null;
  const priceCents = parsePrice(price) ?? 0;
  const terms = {
    taxPercent: campaign.tax,
    discountPercent: Number(discount),
    commissionPercent: campaign.commission,
  };
  const commissionDollars = centsToNumber(commissionCents({ priceCents, ...terms }));
  return { priceDollars: centsToNumber(priceCents), ...terms, commissionDollars };
});
