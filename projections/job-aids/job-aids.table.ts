import { defineTable, pastOf } from '../runner/table.ts';

/** The job aids there are; a deleted one leaves nothing, since nothing refers to it. */
export const jobAidsTable = defineTable({
  name: 'job_aids',
  columns: {
    company_id: 'text',
    job_aid_id: 'text',
    name: 'text',
    url: 'text',
    /** Position of the event that made it what it is. */
    since: 'bigint',
  },
  key: ['company_id', 'job_aid_id'],
});

export const pastJobAidsTable = pastOf(jobAidsTable);
