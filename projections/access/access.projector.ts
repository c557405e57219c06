import { defineReadModel } from '../runner/read-model.ts';
import { accessTable } from './access.table.ts';

/** The table of contents of the access history; beside `history`, which the version before this one has as it is. */
export const access = defineReadModel({
  name: 'access',
  version: 1,
  isOrdered: false,
  tables: { access: accessTable },
  ignores: [
    ['SaleRecorded', 'SaleEdited', 'SaleDeleted'],
    ['ShiftStarted', 'ShiftResumed', 'ShiftEnded', 'ShiftStartSet', 'ShiftDurationSet'],
    ['GoalAdded', 'GoalEdited', 'GoalDeleted'],
    ['CampaignAdded', 'CampaignEdited', 'CampaignDeleted'],
    ['EmployeeAdded', 'EmployeeEdited', 'EmployeeDeleted'],
    ['EmployeeErasureRequested', 'EmployeeErasureWithdrawn', 'EmployeeErasureRefused'],
    ['EmployeeErasureOrdered', 'EmployeeErased'],
    ['JobAidAdded', 'JobAidEdited', 'JobAidDeleted'],
    ['CompanyRegistered', 'CompanyVerified', 'CompanyExpired', 'CompanyTerminated', 'CompanyErased'],
    ['PayScheduleSet', 'ClawbackWindowSet', 'SalesVerificationSet', 'SaleConfirmed'],
    ['StatementApproved', 'StatementReturned'],
    ['StatementLocked', 'PayLineAdded'],
    ['ClaimOpened', 'ClaimAnswered', 'ClaimReopened'],
    ['SubscriptionStarted', 'SubscriptionStatusChanged', 'SubscriptionSeatsChanged'],
    [
      'SubscriptionCardChanged',
      'SubscriptionPaymentFailed',
      'SubscriptionReceiptIssued',
      'SubscriptionCanceled',
    ],
  ],
  on: {
    AccessNoted: {
      needs: () => {},
      apply({ data, metadata, position }, rows) {
        const { companyId, actorId, at } = metadata;
        const { employeeId } = data;
        const other_actor_id = actorId === employeeId ? null : actorId;
        rows.access.put({ company_id: companyId, position, at, employee_id: employeeId, other_actor_id });
      },
    },
  },
});
