import type { SaleFacts } from '#contracts/events/sale.events.ts';
import { defineReadModel, known } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { pastSalesTable, salesTable } from './sales-book.table.ts';

export const salesBook = defineReadModel({
  name: 'sales-book',
  version: 3,
  tables: { sales: salesTable, past: pastSalesTable },
  ignores: [
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    SaleRecorded: {
      needs: ({ data, metadata }, need) => need.sales.fresh(metadata.companyId, data.saleId),
      apply: ({ data, metadata, position }, rows) =>
        rows.sales.put(rowOf(metadata.companyId, data.saleId, data.sale, position, position)),
    },
    SaleEdited: {
      needs: ({ data, metadata }, need) => need.sales.row(metadata.companyId, data.saleId),
      apply({ data, metadata, position }, rows) {
        const sale = known(rows.sales.get(metadata.companyId, data.saleId));
        rows.past.put({ ...sale, until: position });
        rows.sales.put(rowOf(metadata.companyId, data.saleId, data.after, sale.recorded_position, position));
      },
    },
    SaleDeleted: {
      needs: ({ data, metadata }, need) => need.sales.row(metadata.companyId, data.saleId),
      apply({ data, metadata, position }, rows) {
        const sale = known(rows.sales.get(metadata.companyId, data.saleId));
        rows.past.put({ ...sale, until: position });
        rows.sales.remove(metadata.companyId, data.saleId);
      },
    },
  },
});

function rowOf(
  companyId: string,
  saleId: string,
  sale: SaleFacts,
  recordedPosition: number,
  since: number,
): RowOf<typeof salesTable> {
  return {
    company_id: companyId,
    sale_id: saleId,
    employee_id: sale.employeeId,
    campaign_id: sale.campaignId,
    entry_date: sale.entryDate,
    sale_name: sale.saleName,
    customer_number: sale.customerNumber,
    details: sale.details,
    status: sale.status,
    price_cents: sale.priceCents,
    discount_percent: sale.discountPercent,
    tax_percent: sale.taxPercent,
    commission_percent: sale.commissionPercent,
    commission_cents: sale.commissionCents,
    recorded_position: recordedPosition,
    since,
  };
}
