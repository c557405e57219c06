import Big from 'big.js';
import { type CommissionTerms, commissionCents } from '../commission.ts';
import type { Cents } from '../money.ts';

/** How the exact commission was rounded to whole cents. */
export const ROUNDINGS = ['none', 'up', 'down', 'half up', 'not below 0'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** Amounts are dollars as exact decimals, never rounded. */
export type CommissionSteps = {
  readonly tax: string;
  readonly discount: string;
  /** Price − tax − discount; below 0 where the two are more than the price. */
  readonly kept: string;
  readonly unrounded: string;
  readonly rounding: Rounding;
  readonly cents: Cents;
};

/** The steps of `commissionCents` for one sale. Only multiplications, so every step is exact. */
export function commissionSteps(terms: CommissionTerms): CommissionSteps {
  const price = new Big(terms.priceCents).times('0.01');
  const percentOf = (amount: Big, percent: number) => amount.times(percent).times('0.01');
  const tax = percentOf(price, terms.taxPercent);
  const discount = percentOf(price, terms.discountPercent);
  const kept = price.minus(tax).minus(discount);
  const unrounded = percentOf(kept, terms.commissionPercent);
  const cents = commissionCents(terms);
  return {
    tax: tax.toFixed(),
    discount: discount.toFixed(),
    kept: kept.toFixed(),
    unrounded: unrounded.toFixed(),
    rounding: roundingOf(unrounded.times(100), cents),
    cents,
  };
}

function roundingOf(exactCents: Big, cents: Cents): Rounding {
  if (exactCents.lt(0)) return 'not below 0';
  if (exactCents.eq(cents)) return 'none';
  if (exactCents.gt(cents)) return 'down';
  return exactCents.plus('0.5').eq(cents) ? 'half up' : 'up';
}
