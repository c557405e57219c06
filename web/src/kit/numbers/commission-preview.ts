import { commissionCents } from '#contracts/commission.ts';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { centsToNumber, parsePercent, parsePrice } from '#contracts/money.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { readNumber } from '../../ui/number-text.ts';

/** The terms of a commission. */
export type CommissionTerms = {
  priceDollars: number;
  taxPercent: number;
  discountPercent: number;
  commissionPercent: number;
};

export type CommissionPreview = CommissionTerms & { commissionDollars: number };

/** The rates of a sale, recorded or new. */
export type Rates = Pick<Campaign, 'tax' | 'commission'>;

/** Price and discount as typed. */
type Typed = { price: string; discount: string };

/** Both in the form of the API, empty ones as 0; null for a text that is no such number. */
export function saleNumbers(
  { price, discount }: Typed,
  locale: string,
): { price: string | null; discount: string | null } {
  const readPrice = price.trim() === '' ? '0' : readNumber(price, locale);
  const readDiscount = discount.trim() === '' ? '0' : readNumber(discount, locale);
  return {
    price: readPrice !== null && parsePrice(readPrice) !== null ? readPrice : null,
    discount: readDiscount !== null && parsePercent(readDiscount) !== null ? readDiscount : null,
  };
}

/** The commission that a sale would earn, by the server's arithmetic; null while a number is invalid. */
export function commissionPreview(typed: Typed, locale: string, rates: Rates): CommissionPreview | null {
  const { price, discount } = saleNumbers(typed, locale);
  if (price === null || discount === null) return null;
  const priceCents = parsePrice(price) ?? 0;
  const terms = {
    taxPercent: rates.tax,
    discountPercent: Number(discount),
    commissionPercent: rates.commission,
  };
  const commissionDollars = centsToNumber(commissionCents({ priceCents, ...terms }));
  return { priceDollars: centsToNumber(priceCents), ...terms, commissionDollars };
}

/** The formula of a commission: `($1,234.50 − 13% tax − 5% discount) × 12%`. */
export function commissionFormula(terms: CommissionTerms): string {
  const { priceDollars, taxPercent, discountPercent, commissionPercent } = terms;
  const price = formatMoney(priceDollars);
  const [tax, discount, rate] = [taxPercent, discountPercent, commissionPercent].map(formatPercent);
  return `(${price} − ${tax} tax − ${discount} discount) × ${rate}`;
}
