import { defineTable } from '../runner/table.ts';

/** Commission of Closed sales per employee and local day; days without any have no row. */
export const commissionTable = defineTable({
  name: 'commission',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    day: 'date',
    closed_sales: 'integer',
    commission_cents: 'bigint',
  },
  key: ['company_id', 'employee_id', 'day'],
});
