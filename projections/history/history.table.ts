import { defineTable } from '../runner/table.ts';

/**
 * Rows that are no sale's and no shift's: few among many, and those that are looked for by what they are about.
 * Queries for them repeat these words, so that the server knows the index to fit.
 */
export const IS_RARE = "type NOT LIKE 'Sale%' AND type NOT LIKE 'Shift%'";

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
  indexes: [{ columns: ['company_id', 'position'], where: IS_RARE }],
});

/** How late it is in each company. */
export const historyMomentsTable = defineTable({
  name: 'history_moments',
  columns: { company_id: 'text', moment: 'timestamptz' },
  key: ['company_id'],
});
