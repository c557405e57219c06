import { defineTable } from '../runner/table.ts';

/**
 * The conditions of the partial indexes by position. Each row is in exactly one of them, so a list of one kind is found
 * however many events of the other kinds came since. Queries repeat these texts, so that the server uses the index.
 */
export const ROWS_OF = {
  sale: "type LIKE 'Sale%'",
  shift: "type LIKE 'Shift%'",
  rare: "type NOT LIKE 'Sale%' AND type NOT LIKE 'Shift%'",
} as const;

/**
 * One row per event of a company: the table of contents of its history. The event itself is read from the event store;
 * `type` and `subject_id` name its stream. The row is small, since every event writes one.
 */
export const historyTable = defineTable({
  name: 'history',
  columns: {
    company_id: 'text',
    position: 'bigint',
    /** The latest `metadata.at` of the company's events so far: never earlier than that of the row before. */
    moment: 'timestamptz',
    type: 'text',
    /** In its stream. */
    revision: 'integer',
    subject_id: 'text',
    /** The person it is about. */
    employee_id: 'text null',
    /** The person that caused the event, if it is about another person or none; null otherwise. */
    other_actor_id: 'text null',
    campaign_id: 'text null',
    former_campaign_id: 'text null',
  },
  key: ['company_id', 'position'],
  addOnly: true,
  indexes: [
    ...Object.values(ROWS_OF).map((where) => ({ columns: ['company_id', 'position'], where })),
    // No two companies share an id, and rows without one are left out: as small as these indexes can be.
    ...['employee_id', 'other_actor_id', 'campaign_id', 'former_campaign_id'].map((column) => ({
      columns: [column, 'position'],
      where: `${column} IS NOT NULL`,
    })),
  ],
});

/** The latest moment of each company: a later event never gets an earlier one. */
export const historyMomentsTable = defineTable({
  name: 'history_moments',
  columns: { company_id: 'text', moment: 'timestamptz' },
  key: ['company_id'],
});
