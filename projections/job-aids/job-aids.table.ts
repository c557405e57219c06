import { defineTable } from '../runner/table.ts';

/** The job aids there are; a deleted one leaves nothing, since nothing refers to it. */
export const jobAidsTable = defineTable({
  name: 'job_aids',
  columns: { company_id: 'text', job_aid_id: 'text', name: 'text', url: 'text' },
  key: ['company_id', 'job_aid_id'],
});
