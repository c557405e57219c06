import { campaignEvents } from '#contracts/events/campaign.events.ts';
import { companyEvents } from '#contracts/events/company.events.ts';
import { employeeEvents } from '#contracts/events/employee.events.ts';
import { goalEvents } from '#contracts/events/goal.events.ts';
import { jobAidEvents } from '#contracts/events/job-aid.events.ts';
import { saleEvents } from '#contracts/events/sale.events.ts';
import { shiftEvents } from '#contracts/events/shift.events.ts';
import { subscriptionEvents } from '#contracts/events/subscription.events.ts';
import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { defineReadModel, known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { companyAccountTable } from './company-account.table.ts';

const tables = { account: companyAccountTable };
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof companyAccountTable>;

const { SubscriptionCardChanged, SubscriptionPaymentFailed } = subscriptionEvents;
const { CompanyErased } = companyEvents;

export const companyAccount = defineReadModel({
  name: 'company-account',
  version: 2,
  tables,
  ignores: {
    ...saleEvents,
    ...shiftEvents,
    ...goalEvents,
    ...campaignEvents,
    ...employeeEvents,
    ...jobAidEvents,
    CompanyErased,
    SubscriptionCardChanged,
    SubscriptionPaymentFailed,
  },
  on: {
    CompanyRegistered: {
      needs: ({ metadata }, need) => need.account.fresh(metadata.companyId),
      apply({ data, metadata }, rows) {
        rows.account.put({
          company_id: metadata.companyId,
          name: data.name,
          employee_count: data.employeeCount,
          super_employee_id: data.superEmployeeId,
          stage: 'registered',
          status: null,
          trial_ends_at: null,
          next_billing_at: null,
          provider: null,
          provider_subscription_id: null,
          seats: null,
        });
      },
    },
    CompanyVerified: { needs, apply: (event, rows) => change(event, rows, { stage: 'verified' }) },
    CompanyExpired: { needs, apply: (event, rows) => change(event, rows, { stage: 'expired' }) },
    CompanyTerminated: { needs, apply: (event, rows) => change(event, rows, { stage: 'terminated' }) },
    SubscriptionStarted: {
      needs,
      apply: (event, rows) =>
        change(event, rows, {
          status: event.data.status,
          trial_ends_at: event.data.trialEndsAt,
          next_billing_at: event.data.nextBillingAt,
          provider: event.data.provider,
          provider_subscription_id: event.data.providerSubscriptionId,
          seats: event.data.seats,
        }),
    },
    SubscriptionStatusChanged: {
      needs,
      apply: (event, rows) =>
        change(event, rows, {
          status: event.data.after,
          trial_ends_at: event.data.trialEndsAt,
          next_billing_at: event.data.nextBillingAt,
        }),
    },
    SubscriptionSeatsChanged: {
      needs,
      apply: (event, rows) => change(event, rows, { seats: event.data.after }),
    },
    SubscriptionCanceled: {
      needs,
      apply: (event, rows) => change(event, rows, { status: 'canceled', next_billing_at: null }),
    },
  },
});

function needs({ metadata }: StoredEvent, need: NeedsOf<typeof tables>): void {
  need.account.row(metadata.companyId);
}

function change({ metadata }: StoredEvent, { account }: Rows, changed: Partial<Row>): void {
  account.put({ ...known(account.get(metadata.companyId)), ...changed });
}
