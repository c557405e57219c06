import { defineTable } from '../runner/table.ts';

/**
 * Of which rows there is a list of their own, by position: each row is in one of them, so that a list of one kind is
 * found however much of the others came since. What is rare is also looked for by what it is about. Queries repeat
 * these words, so that the server knows the index to fit.
 */
export const ROWS_OF = {
  sale: "type LIKE 'Sale%'",
  shift: "type LIKE 'Shift%'",
  rare: "type NOT LIKE 'Sale%' AND type NOT LIKE 'Shift%'",
} as const;

/**
 * One row per event of a company: the table of contents of its history. What an event says is read from the
 * event store; `type` and `subject_id` name its stream. Small, since it is on the path of every event.
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
    /** Who did it, where that was somebody else than the person it is about; null: that person, or nobody. */
    other_actor_id: 'text null',
    campaign_id: 'text null',
    former_campaign_id: 'text null',
  },
  key: ['company_id', 'position'],
  addOnly: true,
  indexes: [
    ...Object.values(ROWS_OF).map((where) => ({ columns: ['company_id', 'position'], where })),
    // By ids that no two companies share, each without those that have none: as small as they can be.
    ...['employee_id', 'other_actor_id', 'campaign_id', 'former_campaign_id'].map((column) => ({
      columns: [column, 'position'],
      where: `${column} IS NOT NULL`,
    })),
  ],
});

/** How late it is in each company. */
export const historyMomentsTable = defineTable({
  name: 'history_moments',
  columns: { company_id: 'text', moment: 'timestamptz' },
  key: ['company_id'],
});
