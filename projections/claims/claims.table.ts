import { defineTable, pastOf } from '../runner/table.ts';

/** What people claim about their pay, with the latest answer. */
export const claimsTable = defineTable({
  name: 'claims',
  columns: {
    company_id: 'text',
    claim_id: 'text',
    employee_id: 'text',
    kind: 'text',
    sale_id: 'text null',
    line_id: 'text null',
    /** Local date of what is missing. */
    date: 'date null',
    /** First day of the period. */
    period_from: 'date null',
    /** What the line was due when it was claimed to be wrong. */
    seen_cents: 'bigint null',
    /** The position of the log up to which the person saw it. */
    pinned: 'bigint',
    text: 'text',
    opened_at: 'timestamptz',
    is_open: 'boolean',
    /** Of the latest answer, also while the claim is open again; null before the first one. */
    answer: 'text null',
    answered_by: 'text null',
    answered_at: 'timestamptz null',
    /** The position of the event that changed the fact. */
    resolution: 'bigint null',
    /** Why it was reopened; null while it was not. */
    person_again: 'text null',
    manager_again: 'text null',
    since: 'bigint',
  },
  key: ['company_id', 'claim_id'],
  indexes: [['employee_id'], { columns: ['company_id'], where: 'is_open' }],
});

export const pastClaimsTable = pastOf(claimsTable, ['employee_id']);
