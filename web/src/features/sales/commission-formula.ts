import { formatMoney, formatPercent } from '../../ui/format.ts';
import type { CommissionPreview } from './sale-form.atoms.ts';

/** How a commission comes about: `($1,234.50 − 13% tax − 5% discount) × 12%`. */
export function commissionFormula(terms: Omit<CommissionPreview, 'commissionDollars'>): string {
  const { priceDollars, taxPercent, discountPercent, commissionPercent } = terms;
  const price = formatMoney(priceDollars);
  const [tax, discount, rate] = [taxPercent, discountPercent, commissionPercent].map(formatPercent);
  return `(${price} − ${tax} tax − ${discount} discount) × ${rate}`;
}
