import Big from 'big.js';
import type { Cents } from './money.ts';

/** Percentages are plain decimal numbers from 0 to 100, e.g. 13 or 9.975. */
export type Percent = number;

export type CommissionTerms = {
  priceCents: Cents;
  taxPercent: Percent;
  discountPercent: Percent;
  commissionPercent: Percent;
};

/**
 * The commission of one sale in cents, exact, rounded half away from zero, never below 0.
 *
 * Source: specification section 5, `(price - price*tax/100 - price*discount/100) * commissionRate/100`,
 * and the customer's decision that each sale is rounded to whole cents and totals add rounded cents.
 */
export function commissionCents(terms: CommissionTerms): Cents {
  const kept = new Big(100).minus(terms.taxPercent).minus(terms.discountPercent);
  if (kept.lte(0)) return 0;
  const exact = kept.times(terms.priceCents).times(terms.commissionPercent).div(10_000);
  return exact.round(0, Big.roundHalfUp).toNumber();
}
