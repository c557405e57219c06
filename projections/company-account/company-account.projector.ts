import type { StoredEvent } from '#contracts/events/vocabulary.ts';
import { defineReadModel, known, type NeedsOf, type RowsOf } from '../runner/read-model.ts';
import type { RowOf } from '../runner/table.ts';
import { companyAccountTable } from './company-account.table.ts';

const tables = { account: companyAccountTable };
type Rows = RowsOf<typeof tables>;
type Row = RowOf<typeof companyAccountTable>;

export const companyAccount = defineReadModel({
  name: 'company-account',
  version: 2,
  tables,
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['AccessNoted'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['CompanyErased', 'SubscriptionCardChanged', 'SubscriptionPaymentFailed'],
  ],
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
    // The row stays; the write says that the company has news.
    SubscriptionReceiptIssued: { needs, apply: (event, rows) => change(event, rows, {}) },
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
