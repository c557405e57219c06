import { type Atom, atom, type Getter } from 'jotai';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import type { BodyOf } from '#contracts/endpoints/endpoint.ts';
import { DETAILS_MAX } from '#contracts/endpoints/fields.ts';
import type { addSale } from '#contracts/endpoints/sales.endpoints.ts';
import type { MessageCode } from '#contracts/messages.ts';
import type { SaleStatus } from '#contracts/sale-status.ts';
import { cutText } from '#contracts/text.ts';
import { type Form, missingIn, type Problem } from '../../kit/forms/form.atoms.ts';
import { localeAtom } from '../../kit/locale.atoms.ts';
import {
  type CommissionPreview,
  commissionPreview,
  type Rates,
  saleNumbers,
} from '../../kit/numbers/commission-preview.ts';
import { campaignsAtom } from '../../kit/queries/campaigns.queries.ts';
import { formatPercent, formatTime } from '../../ui/format.ts';

/** The content of the form, as typed. */
export type SaleDraft = {
  name: string;
  campaignId: string;
  customerNumber: string;
  price: string;
  discount: string;
  /** Empty for none, which an existing sale may not have. */
  status: SaleStatus | '';
  details: string;
  /** The details were too long and were cut. */
  detailsCut: boolean;
  /** The employee that a manager records the sale for; empty for the manager. */
  employeeId: string;
};

/** A form for a sale, to add or to edit one. */
export type SaleForm = Form<SaleDraft>;

export const EMPTY_SALE: SaleDraft = {
  name: '',
  campaignId: '',
  customerNumber: '',
  price: '',
  discount: '0',
  status: 'Lead',
  details: '',
  detailsCut: false,
  employeeId: '',
};

/** Details beyond 255 characters are cut, and the field says so until the person types again. */
export function tidySale(draft: SaleDraft): SaleDraft {
  if (draft.details.length <= DETAILS_MAX) return draft;
  return { ...draft, details: cutText(draft.details, DETAILS_MAX), detailsCut: true };
}

export function problemOfSale(draft: SaleDraft, get: Getter): Problem<SaleDraft> | null {
  const missing = missingSaleFields(draft);
  if (missing.length > 0) return { error: 'incompleteFields', fields: missing };
  const { price, discount } = numbersOf(draft, get);
  if (price === null) return { error: 'invalidPrice', fields: ['price'] };
  if (discount === null) return { error: 'invalidPercent', fields: ['discount'] };
  return null;
}

/** A Closed sale needs a price. */
function missingSaleFields(draft: SaleDraft): readonly (keyof SaleDraft)[] {
  return missingIn(
    draft,
    draft.status === 'Closed' ? ['name', 'campaignId', 'price'] : ['name', 'campaignId'],
  );
}

export function fieldsOfSale(error: MessageCode, draft: SaleDraft): readonly (keyof SaleDraft)[] {
  if (error === 'incompleteFields') return missingSaleFields(draft);
  if (error === 'invalidPrice') return ['price'];
  if (error === 'invalidPercent') return ['discount'];
  if (error === 'invalidStatus' || error === 'statusRequired') return ['status'];
  if (error === 'noSuchEmployee' || error === 'restricted') return ['employeeId'];
  return error === 'noSuchCampaign' ? ['campaignId'] : [];
}

/** The draft in the form of the API. */
export function bodyOfSale(draft: SaleDraft, get: Getter): BodyOf<typeof addSale> {
  const { price, discount } = numbersOf(draft, get);
  return {
    name: draft.name.trim(),
    campaignId: draft.campaignId,
    customerNumber: draft.customerNumber.trim(),
    price: price ?? '0',
    discount: discount ?? '0',
    details: draft.details,
    status: draft.status,
  };
}

function numbersOf(draft: SaleDraft, get: Getter) {
  return saleNumbers(draft, get(localeAtom));
}

/** Values that the form computes while the person types. */
export type SaleFigures = {
  readonly ratesAtom: Atom<Rates | undefined>;
  /** The campaign that these rates are from; undefined while an existing sale keeps its own. */
  readonly campaignAtom: Atom<Campaign | undefined>;
  /** The commission that the sale would earn, by the server's arithmetic; null while a value is missing. */
  readonly previewAtom: Atom<CommissionPreview | null>;
};

/** `own` are the rates of an existing sale, which count while it stays in its campaign. */
export function saleFigures(
  form: Pick<SaleForm, 'draftAtom'>,
  own?: (get: Getter) => Rates & { campaignId: string },
): SaleFigures {
  const keptAtom = atom((get) => {
    const kept = own?.(get);
    return kept?.campaignId === get(form.draftAtom).campaignId ? kept : undefined;
  });
  const campaignAtom = atom((get) => {
    const { campaignId } = get(form.draftAtom);
    if (get(keptAtom)) return undefined;
    return get(campaignsAtom)?.find(({ campaign_id }) => campaign_id === campaignId);
  });
  const ratesAtom = atom((get) => get(keptAtom) ?? get(campaignAtom));
  const previewAtom = atom((get): CommissionPreview | null => {
    const rates = get(ratesAtom);
    return rates ? commissionPreview(get(form.draftAtom), get(localeAtom), rates) : null;
  });
  return { ratesAtom, campaignAtom, previewAtom };
}

/** What the form says when the rates of its campaign change; null while they are as they were. */
export function changedRates(before: Campaign, after: Campaign): string | null {
  const { campaign_name: name, commission, tax, rates_since } = after;
  const rates: string[] = [];
  if (before.commission !== commission) rates.push(`pays ${formatPercent(commission)}`);
  if (before.tax !== tax) rates.push(`has ${formatPercent(tax)} tax`);
  if (rates.length === 0) return null;
  return `${name} ${rates.join(' and ')} ${rates_since ? `since ${formatTime(rates_since)}` : 'now'}`;
}
