import { defineTable, pastOf } from '../runner/table.ts';

/** Deleted campaigns and goals stay as rows: old sales still show the campaign's name. */
export const campaignsTable = defineTable({
  name: 'campaigns',
  columns: {
    company_id: 'text',
    campaign_id: 'text',
    name: 'text',
    commission_percent: 'double precision',
    tax_percent: 'double precision',
    goal_id: 'text',
    entry_date: 'date',
    deleted: 'boolean',
    /** When its tax and commission became what they are. */
    rates_since: 'timestamptz',
    /** Position of the event that made it what it is. */
    since: 'bigint',
  },
  key: ['company_id', 'campaign_id'],
});

export const goalsTable = defineTable({
  name: 'goals',
  columns: {
    company_id: 'text',
    goal_id: 'text',
    name: 'text',
    hourly_sales: 'double precision',
    hourly_decisions: 'double precision',
    entry_date: 'date',
    deleted: 'boolean',
    /** Position of the event that made it what it is. */
    since: 'bigint',
  },
  key: ['company_id', 'goal_id'],
});

export const pastCampaignsTable = pastOf(campaignsTable);
export const pastGoalsTable = pastOf(goalsTable);
