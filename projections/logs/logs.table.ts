import { pastOf } from '../past-versions.ts';
import { defineTable } from '../runner/table.ts';

/**
 * The shift log, one row per employee and local date. A row without `shift_id` holds the figures of a day
 * whose shift has not begun yet; no query shows it.
 */
export const shiftLogTable = defineTable({
  name: 'shift_log',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    login_date: 'date',
    shift_id: 'text null',
    time_zone: 'text null',
    started_at: 'timestamptz null',
    ended_at: 'timestamptz null',
    set_duration: 'integer null',
    closed_sales: 'integer',
    /** Of Closed sales. */
    commission_cents: 'bigint',
    /** Position of the event that made the shift what it is; the figures may be newer. */
    shift_since: 'bigint null',
  },
  key: ['company_id', 'employee_id', 'login_date'],
  indexes: [
    // The open shifts, which the timed jobs look for.
    ['ended_at', 'started_at'],
    // The company's log, newest first.
    ['company_id', 'login_date', 'started_at', 'employee_id'],
  ],
});

/** Former versions of the shifts alone: figures of the past are counted from the sales of then. */
export const pastShiftsTable = pastOf(
  {
    name: 'shifts',
    columns: {
      company_id: 'text',
      employee_id: 'text',
      login_date: 'date',
      shift_id: 'text',
      time_zone: 'text',
      started_at: 'timestamptz',
      ended_at: 'timestamptz null',
      set_duration: 'integer null',
      since: 'bigint',
    },
  },
  ['employee_id', 'login_date'],
);
