import { defineTable } from '../runner/table.ts';

export const companyAccountTable = defineTable({
  name: 'company_account',
  columns: {
    company_id: 'text',
    name: 'text',
    employee_count: 'text',
    super_employee_id: 'text',
    /** registered, verified, expired or terminated */
    stage: 'text',
    /** Of the subscription, in the provider's words; null before the first one. */
    status: 'text null',
    trial_ends_at: 'timestamptz null',
    next_billing_at: 'timestamptz null',
    /** Who charges; null before the first subscription. */
    provider: 'text null',
    provider_subscription_id: 'text null',
    /** That the provider charges for. */
    seats: 'integer null',
  },
  key: ['company_id'],
});
