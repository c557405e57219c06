import { commissionCents } from '../commission.ts';
import type { SaleFacts } from '../events/sale.events.ts';
import type { Cents } from '../money.ts';
import { isObject } from './chain.ts';

/** A sale before and after an event; null where it was not there. */
export type SaleChange = {
  readonly saleId: string;
  readonly before: SaleFacts | null;
  readonly after: SaleFacts | null;
};

/** What an event says of a sale; null when it is about none, or is nothing that this program ever wrote. */
export function saleChangeOf({ type, data }: { type: string; data: unknown }): SaleChange | null {
  if (!isObject(data) || typeof data.saleId !== 'string') return null;
  const { saleId } = data;
  switch (type) {
    case 'SaleRecorded':
      return isSale(data.sale) ? { saleId, before: null, after: data.sale } : null;
    case 'SaleEdited':
      return isSale(data.before) && isSale(data.after)
        ? { saleId, before: data.before, after: data.after }
        : null;
    case 'SaleDeleted':
      return isSale(data.before) ? { saleId, before: data.before, after: null } : null;
    default:
      return null;
  }
}

/** The employee who earns from a sale, and how much; null before it is Closed. */
export function earned(
  sale: SaleFacts | null,
): { readonly employeeId: string; readonly cents: Cents } | null {
  return sale?.status === 'Closed' ? { employeeId: sale.employeeId, cents: sale.commissionCents } : null;
}

/** Whether the commission that stands in a sale is what the formula makes of its price and rates. */
export function isRightlyPaid(sale: SaleFacts): boolean {
  return commissionCents(sale) === sale.commissionCents;
}

function isSale(value: unknown): value is SaleFacts {
  if (!isObject(value)) return false;
  const { employeeId, status, priceCents, taxPercent, discountPercent, commissionPercent } = value;
  const numbers = [priceCents, taxPercent, discountPercent, commissionPercent, value.commissionCents];
  return [employeeId, status].every((each) => typeof each === 'string') && numbers.every(Number.isFinite);
}
