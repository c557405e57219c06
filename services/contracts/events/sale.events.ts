import { type Static, Type } from 'typebox';
import { SaleStatusSchema } from '../sale-status.ts';

/**
 * A sale as it stands after an event. Rates are those of the campaign when the sale was recorded or moved.
 * Events carry the whole state, before and after: a projection needs nothing but the event, and an auditor
 * reads what changed without replaying.
 */
export const SaleFacts = Type.Object({
  employeeId: Type.String(),
  campaignId: Type.String(),
  /** Local date of the employee, yyyy-mm-dd. */
  entryDate: Type.String(),
  saleName: Type.String(),
  customerNumber: Type.String(),
  details: Type.String(),
  status: SaleStatusSchema,
  priceCents: Type.Integer(),
  discountPercent: Type.Number(),
  taxPercent: Type.Number(),
  commissionPercent: Type.Number(),
  /** What the sale earns or would earn; counts only while the status is Closed. */
  commissionCents: Type.Integer(),
});
export type SaleFacts = Static<typeof SaleFacts>;

export const SaleRecorded = Type.Object({ saleId: Type.String(), sale: SaleFacts });
export const SaleEdited = Type.Object({ saleId: Type.String(), before: SaleFacts, after: SaleFacts });
export const SaleDeleted = Type.Object({ saleId: Type.String(), before: SaleFacts });

export const saleEvents = { SaleRecorded, SaleEdited, SaleDeleted } as const;
