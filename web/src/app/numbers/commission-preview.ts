import { commissionCents } from '#contracts/commission.ts';
import type { Campaign } from '#contracts/endpoints/campaigns.endpoints.ts';
import { centsToNumber, parsePrice } from '#contracts/money.ts';
import { parsePercent } from '#contracts/percent.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { readNumber } from '../../ui/number-text.ts';

/** What a commission comes from. */
export type CommissionTerms = {
  priceDollars: number;
  taxPercent: number;
  discountPercent: number;
  commissionPercent: number;
};

export type CommissionPreview = CommissionTerms & { commissionDollars: number };

/** The rates a sale has or would get. */
export type Rates = Pick<Campaign, 'tax' | 'commission'>;

/** Price and discount as they stand in a form. */
type Typed = { price: string; discount: string };

/** They in the one form that is sent, empty ones as 0; null where what was typed is no such number. */
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

/** What a sale would earn, by the same arithmetic as the server's; null while a number is none. */
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

/** How a commission comes about: `($1,234.50 − 13% tax − 5% discount) × 12%`. */
export function commissionFormula(terms: CommissionTerms): string {
  const { priceDollars, taxPercent, discountPercent, commissionPercent } = terms;
  const price = formatMoney(priceDollars);
  const [tax, discount, rate] = [taxPercent, discountPercent, commissionPercent].map(formatPercent);
  return `(${price} − ${tax} tax − ${discount} discount) × ${rate}`;
}
