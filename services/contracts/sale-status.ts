import { Type } from 'typebox';

/** Only Closed counts towards commission and sales per hour. `None` is accepted but not offered in the form. */
export const SALE_STATUSES = ['Lead', 'Negotiating', 'Closed', 'None'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];
export const OFFERED_SALE_STATUSES = ['Lead', 'Negotiating', 'Closed'] as const;

export const SaleStatusSchema = Type.Enum([...SALE_STATUSES]);
