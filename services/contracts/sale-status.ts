import { Type } from 'typebox';

/** Only Closed counts towards commission and sales per hour. `None` is accepted but not offered in the form. */
export const SALE_STATUSES = ['Lead', 'Negotiating', 'Closed', 'None'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];
export const OFFERED_SALE_STATUSES = ['Lead', 'Negotiating', 'Closed'] as const;

/** The status of that text; null for another text. */
export function readSaleStatus(text: string): SaleStatus | null {
  return SALE_STATUSES.find((each) => each === text) ?? null;
}

export const SaleStatusSchema = Type.Enum([...SALE_STATUSES]);
