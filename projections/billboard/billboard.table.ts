import { defineTable } from '../runner/table.ts';

/** A company's local day: who worked or sold. A row without shift and without sales does not exist. */
export const billboardTable = defineTable({
  name: 'billboard',
  columns: {
    company_id: 'text',
    day: 'date',
    employee_id: 'text',
    closed_sales: 'integer',
    /** Sales of every status; the row stays as long as there is one. */
    sales: 'integer',
    /** Of Closed sales. */
    commission_cents: 'bigint',
    shift_id: 'text null',
    started_at: 'timestamptz null',
    ended_at: 'timestamptz null',
    set_duration: 'integer null',
  },
  key: ['company_id', 'day', 'employee_id'],
});
