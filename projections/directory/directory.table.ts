import { defineTable, pastOf } from '../runner/table.ts';

/** All employees of now and before; the deleted stay, because their sales do. */
export const employeesTable = defineTable({
  name: 'employees',
  columns: {
    company_id: 'text',
    employee_id: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    employee_number: 'text',
    role: 'text',
    type: 'text',
    manager_id: 'text null',
    campaign_id: 'text null',
    shift_duration: 'integer null',
    deleted: 'boolean',
    /** Null for a present employee. */
    deleted_at: 'timestamptz null',
    /** Position of the event that made it what it is. */
    since: 'bigint',
  },
  key: ['company_id', 'employee_id'],
});

export const pastEmployeesTable = pastOf(employeesTable);
