import { defineTable, pastOf } from '../runner/table.ts';

/**
 * What an employee did on a local date: figures of the sales and the shift, if one began. A day without sales and
 * without a shift has no row. Rates are not stored, since they move with the clock.
 */
export const employeeDaysTable = defineTable({
  name: 'employee_days',
  columns: {
    company_id: 'text',
    day: 'date',
    employee_id: 'text',
    /** Sales of every status; the row stays as long as there is one. */
    sales: 'integer',
    closed_sales: 'integer',
    /** Of Closed sales. */
    commission_cents: 'bigint',
    /** Position of the last event that put something into the day: of its shift, or a sale recorded, edited or moved here. */
    last_act: 'bigint',
    /** This and the columns below are null while the day has sales but no shift. */
    shift_id: 'text null',
    /** Of the latest sign-in: its midnight ends the day. */
    time_zone: 'text null',
    /** In which the shift began, and the start is shown and corrected. */
    start_zone: 'text null',
    started_at: 'timestamptz null',
    /** login, refresh, sale, manager or corrected. */
    start_reason: 'text null',
    ended_at: 'timestamptz null',
    /** Hours. */
    set_duration: 'integer null',
    /** Position of the event that made the shift what it is; the figures may be newer. */
    shift_since: 'bigint null',
  },
  key: ['company_id', 'day', 'employee_id'],
  indexes: [
    // An employee belongs to one company only, so the id alone is as narrow, with half the bytes.
    ['employee_id', 'day'],
    // The open shifts of all companies, which timed jobs look for.
    { columns: ['started_at'], where: 'shift_id IS NOT NULL AND ended_at IS NULL' },
  ],
});

/** Former versions of the shifts alone: figures of the past are counted from the sales as they were then. */
export const pastEmployeeDaysTable = pastOf(
  {
    name: 'employee_days',
    columns: {
      company_id: 'text',
      day: 'date',
      employee_id: 'text',
      shift_id: 'text',
      time_zone: 'text',
      start_zone: 'text',
      started_at: 'timestamptz',
      start_reason: 'text',
      ended_at: 'timestamptz null',
      set_duration: 'integer null',
      since: 'bigint',
    },
  },
  ['employee_id', 'day'],
);
