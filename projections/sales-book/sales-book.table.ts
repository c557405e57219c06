import { defineTable, pastOf } from '../runner/table.ts';

export const salesTable = defineTable({
  name: 'sales',
  columns: {
    company_id: 'text',
    sale_id: 'text',
    employee_id: 'text',
    campaign_id: 'text',
    entry_date: 'date',
    sale_name: 'text',
    customer_number: 'text',
    details: 'text',
    status: 'text',
    price_cents: 'bigint',
    discount_percent: 'double precision',
    tax_percent: 'double precision',
    commission_percent: 'double precision',
    commission_cents: 'bigint',
    /** Position of the event that recorded it: the order within a day. */
    recorded_position: 'bigint',
    /** Position of the event that made it what it is. */
    since: 'bigint',
  },
  key: ['company_id', 'sale_id'],
  // An employee is of one company only, so its id alone is as narrow, with half the bytes. In the order of the list, because
  // an imported book may have thousands of sales on one date.
  indexes: [['employee_id', 'entry_date', 'recorded_position']],
  // Edits come soon after the sale, or hardly ever.
  remember: 2000,
});

export const pastSalesTable = pastOf(salesTable, ['employee_id', 'entry_date']);
