import { expect } from 'vitest';
import type { Body } from './outside-client.ts';

/** The fields of section 3 of the specification, word by word, in each reply. */
export const fieldsOf = {
  'the signed-in employee': [
    ...['first_name', 'last_name', 'employee_number', 'employee_role', 'id', 'email', 'campaignname'],
    ...['login_time', 'manger_id', 'hourlysales', 'hourlydecisions', 'sales_per_hour', 'shift_duration'],
    ...['emp_campaign_id', 'company_id', 'employee_type'],
  ],
  'an employee in lists': [
    ...['id', 'first_name', 'last_name', 'email', 'employee_role', 'employee_number', 'campaign_id'],
    ...['campaign_name', 'goal_name'],
  ],
  "an employee's details": [
    ...['id', 'first_name', 'last_name', 'email', 'employee_role', 'employee_number', 'campaign_id'],
    ...['campaign_name', 'goal_name', 'login_time', 'sales_per_hour'],
  ],
  'a sale': [
    ...['id', 'sale_name', 'name', 'customer_number', 'price', 'discount', 'commission', 'tax', 'status'],
    ...['details', 'entry_date', 'campaign_id'],
  ],
  'a campaign': [
    ...['campaign_id', 'campaign_name', 'commission', 'tax', 'hourly_sales', 'hourly_decisions', 'goal_id'],
    ...['goal_name', 'entry_date'],
  ],
  'a campaign of a goal': ['id', 'name', 'commission', 'tax'],
  'a goal': ['id', 'name', 'hourly_sales', 'hourly_decisions', 'entry_date'],
  'a job aid': ['id', 'name', 'doc_url'],
  'a log': [
    ...['id', 'login_date', 'login_time', 'shift_duration', 'sales_per_hour', 'commission', 'first_name'],
    ...['last_name', 'campaign_name'],
  ],
  'a chart row': ['login_date', 'sales_per_hour'],
} as const;

/** Checks that every row has exactly these field names. */
export function expectFields(rows: readonly Body[], what: keyof typeof fieldsOf): void {
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining([...fieldsOf[what]]));
}
