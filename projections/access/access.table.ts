import { defineTable } from '../runner/table.ts';

/** One row per event of the access history: where it is in the log. The event itself is read from the event store. */
export const accessTable = defineTable({
  name: 'access',
  columns: {
    company_id: 'text',
    position: 'bigint',
    /** When it happened. */
    at: 'timestamptz',
    /** Whose account or pay it is. */
    employee_id: 'text',
    /** The person that did it, if that is another one. */
    other_actor_id: 'text null',
  },
  key: ['company_id', 'position'],
  addOnly: true,
  indexes: [
    { columns: ['employee_id', 'position'], where: 'employee_id IS NOT NULL' },
    { columns: ['other_actor_id', 'position'], where: 'other_actor_id IS NOT NULL' },
  ],
});
