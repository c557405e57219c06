import { defineTable, pastOf } from '../runner/table.ts';

/** A sale that was Closed once, for the person who made it: what it is due, and what is paid of it. */
export const paySalesTable = defineTable({
  name: 'pay_sales',
  columns: {
    company_id: 'text',
    sale_id: 'text',
    employee_id: 'text',
    /** Its commission while it is Closed, else 0. */
    due_cents: 'bigint',
    /** What the person keeps however little the sale is due: it was paid longer ago than the clawback window. */
    held_cents: 'bigint',
    /** Local date of the person on which it became Closed; null while it is not. */
    earned_on: 'date null',
    /** Of all locked lines. */
    paid_cents: 'bigint',
    waived_cents: 'bigint',
    /** Of what is paid, that on statements in the state `imported`. */
    counted_cents: 'bigint',
    locked_lines: 'integer',
    /** Until when a reduction of what is paid is taken back; null: without end, or nothing is paid. */
    clawback_until: 'timestamptz null',
    /** Nothing of it is on a statement to come, unless it changes. */
    is_settled: 'boolean',
    /** Local date of the person by which its line is put on a statement: earned on, or changed on once it was paid. */
    pays_on: 'date',
    /**
     * Local date in a period before the first one: what the sale was due by then counts as paid, which is not on a locked
     * statement yet. Null for all others, and for what was due when the first schedule was set: see countsAsPaid().
     */
    imported_on: 'date null',
    /** What it was due by then, and the position of the event that made it so. */
    imported_cents: 'bigint null',
    imported_since: 'bigint null',
    /** What it is due more than is paid waits until a manager confirms the sale. */
    is_pending: 'boolean',
    /** Revision in the sale's stream of the event that made it what it is due. */
    sale_revision: 'integer',
    /** Position of the event that made it what it is due, or payable. */
    since: 'bigint',
    /** The same, or of a later lock; but not of its first one, which the lines tell. */
    row_since: 'bigint',
  },
  key: ['company_id', 'sale_id', 'employee_id'],
  // An employee is of one company only.
  indexes: [
    { columns: ['employee_id', 'pays_on'], where: 'NOT is_settled' },
    { columns: ['employee_id'], where: 'paid_cents > held_cents' },
    { columns: ['company_id'], where: 'imported_on IS NOT NULL' },
  ],
  remember: 2000,
});

/** What a sale was before an edit, a deletion, or a lock that was not its first. What was paid by then is in the lines. */
export const pastPaySalesTable = defineTable({
  name: 'past_pay_sales',
  columns: { ...paySalesTable.columns, until: 'bigint' },
  // A sale that moves from one person to another replaces a version of each, a lock one of many sales.
  key: ['company_id', 'until', 'employee_id', 'sale_id'],
  indexes: [['employee_id']],
  addOnly: true,
});

/** What pay knows of a person. */
export const payPeopleTable = defineTable({
  name: 'pay_people',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    /** IANA zone of the latest sign-in; null before the first shift. */
    time_zone: 'text null',
    role: 'text null',
    /** Events of the person's pay so far: a decision has to know all of them. */
    pay_events: 'integer',
    since: 'bigint',
  },
  key: ['company_id', 'employee_id'],
});

/** A statement that was approved once, or is locked. The others follow from the sales. */
export const payStatementsTable = defineTable({
  name: 'pay_statements',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    period_from: 'date',
    period_to: 'date',
    /** approved, returned, paid or imported. */
    state: 'text',
    approved_by: 'text null',
    approved_at: 'timestamptz null',
    /** Approved by its owner, the only manager. */
    is_own: 'boolean',
    total_cents: 'bigint null',
    line_count: 'integer null',
    digest: 'text null',
    /** The position up to which the lines were read when it was approved, and then when it was locked. */
    through: 'bigint null',
    returned_for: 'text null',
    locked_by: 'text null',
    locked_at: 'timestamptz null',
    earned_cents: 'bigint null',
    adjustment_cents: 'bigint null',
    other_cents: 'bigint null',
    carried_cents: 'bigint null',
    payable_cents: 'bigint null',
    /** Negative: left for the next statement. */
    carried_over_cents: 'bigint null',
    /** Position of the event that locked it. */
    locked_position: 'bigint null',
    since: 'bigint',
  },
  key: ['company_id', 'employee_id', 'period_from'],
  indexes: [['company_id', 'period_from']],
});

export const pastPayStatementsTable = pastOf(payStatementsTable, ['employee_id']);

/** The lines of locked statements. */
export const payLinesTable = defineTable({
  name: 'pay_lines',
  columns: {
    company_id: 'text',
    /** Of the event that locked the statement. */
    position: 'bigint',
    /** In the order of the statement, from 0; those carried over to the next one follow. */
    place: 'bigint',
    employee_id: 'text',
    period_from: 'date',
    kind: 'text',
    id: 'text',
    cents: 'bigint',
    waived_cents: 'bigint',
    due_cents: 'bigint null',
    made_by: 'bigint',
    /** It is not in this statement but in the next. */
    is_carried_over: 'boolean',
  },
  key: ['company_id', 'position', 'place'],
  indexes: [
    ['employee_id', 'period_from'],
    ['company_id', 'id'],
  ],
  addOnly: true,
});

/** Bonuses, corrections and their counter lines. */
export const payExtrasTable = defineTable({
  name: 'pay_extras',
  columns: {
    company_id: 'text',
    line_id: 'text',
    employee_id: 'text',
    period_from: 'date',
    kind: 'text',
    cents: 'bigint',
    reason: 'text',
    sale_id: 'text null',
    undoes: 'text null',
    added_by: 'text null',
    added_at: 'timestamptz',
    /** Position of the event that locked its statement; null before. */
    locked_position: 'bigint null',
    since: 'bigint',
  },
  key: ['company_id', 'line_id'],
  indexes: [['employee_id', 'period_from']],
});

/** The rules of pay of a company. */
export const payRulesTable = defineTable({
  name: 'pay_rules',
  columns: {
    company_id: 'text',
    /** Schedules as JSON, oldest first. */
    schedules: 'text',
    /** Of the first schedule; null without one. */
    first_day: 'date null',
    /** Position of the event that set it. */
    first_since: 'bigint null',
    clawback_days: 'integer null',
    /** Ids of campaigns whose sales a manager has to confirm, as JSON. */
    verified_campaigns: 'text',
    since: 'bigint',
  },
  key: ['company_id'],
});

export const pastPayRulesTable = pastOf(payRulesTable);
