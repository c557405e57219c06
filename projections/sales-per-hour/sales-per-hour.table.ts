import { defineTable } from '../runner/table.ts';

/** What the rate is computed from, never the rate itself: it moves with the clock. */
export const salesPerHourTable = defineTable({
  name: 'sales_per_hour',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    day: 'date',
    closed_sales: 'integer',
    shift_id: 'text null',
    started_at: 'timestamptz null',
    ended_at: 'timestamptz null',
    set_duration: 'integer null',
  },
  key: ['company_id', 'employee_id', 'day'],
});
